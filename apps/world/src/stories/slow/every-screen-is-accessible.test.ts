import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drivePage } from '../../testing/clients/drive-page.ts'
import { findAccessibilityProblems, openBrowser } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, watchConsole } from '../../testing/clients/open-watched-page.ts'
import { openScreen } from '../../testing/clients/screens/screen.ts'
import { SCREENS } from '../../testing/clients/screens.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, urls } = connectToWorld()

const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 375, height: 812 }

/** What can only be wrong on a small screen: the elements are those of a large one. */
const RULES_OF_SIZE = ['color-contrast', 'scrollable-region-focusable', 'target-size']

/** What a screen logs about the calls that fail in it. */
const FAILED_CALLS = ['status of 503', 'status of 404', ' failed ApiError']

const WALLETS = [...new Set(SCREENS.map(({ as }) => as ?? 'nobody'))].map((as) => ({ as }))

describe.each(WALLETS)('with the wallet of $as', ({ as: wallet }) => {
  let browser: Browser
  let page: Page
  let errors: ConsoleWatch

  beforeAll(async () => {
    browser = await openBrowser()
    // What is not drawn because it is far below would keep the other colours until its transition can run.
    const options = { baseURL: urls.web, viewport: WIDE, reducedMotion: 'reduce' } as const
    const context = await browser.newContext(options)
    errors = watchConsole(context)
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
    if (wallet === 'nobody') return
    await page.goto('/dashboard')
    await drivePage(page).connect(wallet)
  })

  afterAll(() => browser.close())

  const screens = SCREENS.filter(({ as = 'nobody' }) => as === wallet)

  test.each(screens)(
    'axe finds no problem on $name, in light, dark, and on a phone',
    async (screen) => {
      await page.unrouteAll()
      await page.setViewportSize(WIDE)
      await page.emulateMedia({ colorScheme: 'light' })
      // A page that differs from the one before in its hash alone would not be loaded.
      await page.goto('about:blank')
      await openScreen(page, screen, people)
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await findAccessibilityProblems(page, ['color-contrast'])).toEqual([])
      await page.setViewportSize(PHONE)
      expect(await findAccessibilityProblems(page, RULES_OF_SIZE)).toEqual([])
      const width = await page.evaluate('document.documentElement.scrollWidth')
      expect(width).toBeLessThanOrEqual(PHONE.width)
      expect(errors.takeUnexpected(...FAILED_CALLS)).toEqual([])
    },
  )
})
