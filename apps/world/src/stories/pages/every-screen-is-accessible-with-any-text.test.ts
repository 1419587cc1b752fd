import { createPool } from '@app/server/db/create-pool.ts'
import { createLog } from '@app/server/runtime/log.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { drivePage } from '../../testing/clients/drive-page.ts'
import { findAccessibilityProblems, openBrowser } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, watchConsole } from '../../testing/clients/open-watched-page.ts'
import { replaceTexts } from '../../testing/clients/replace-answer.ts'
import { openScreen } from '../../testing/clients/screens/screen.ts'
import { SCREENS } from '../../testing/clients/screens.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const { people, urls, databaseUrl } = connectToWorld()

const [WIDE, ...NARROW] = [1280, 390, 320] as const

/** What can only be wrong on a small screen: the elements are those of a large one. */
const RULES_OF_SIZE = ['color-contrast', 'scrollable-region-focusable', 'target-size']

/** Machines can be busy. */
const AT_LAST = { timeout: 60_000 }

const MARK = '\u0301'
const MARKED = `e${MARK.repeat(200)}`
const LONG = 'W'.repeat(1000)
/** Like an id of a transaction, which wraps nowhere by itself. */
const HEX = '0123456789abcdef'.repeat(4)
const RIGHT_TO_LEFT = 'هذا النص من اليمين إلى اليسار (12)'

const TEXT = `${RIGHT_TO_LEFT} ${MARKED} ${HEX} ${LONG}`

/** A text that starts as the server's, so that screens are found by it; a description from right to left, by which none is. */
function toText(value: string, field: string): string {
  if (/^https?:/.test(value)) return value
  return field === 'description' ? `${TEXT} ${value}` : `${value} ${TEXT}`
}

/** Runs in the page: opens every disclosure and every shortened text. */
const OPEN_ALL = `
  for (const each of document.querySelectorAll('main details, dialog details')) each.open = true
  for (const each of document.querySelectorAll('button[aria-expanded="false"]'))
    if (each.textContent === 'Show more') each.click()`

/** Runs in the page: resolves once what is drawn by its size is there, which follows in a later frame. */
const AFTER_FRAMES = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))`

/** Runs in the page: what is wider than the screen, out of it, or in a wrong direction; each with the start of its text. */
const FIND_PROBLEMS = `(() => {
  const page = document.scrollingElement
  const width = page.clientWidth
  const describe = (what, element) =>
    what + ': <' + element.localName + ' class="' + element.className + '"> ' + element.textContent.slice(0, 40)
  const problems = []
  const scrolls = (element) => element.closest('.overflow-x-auto, .overflow-auto') !== null
  if (page.scrollWidth > width) {
    problems.push('the page is ' + page.scrollWidth + ' px wide instead of ' + width)
    const wide = [...document.querySelectorAll('main *, dialog *')].filter(
      (element) => element.getBoundingClientRect().right > width + 1 && !scrolls(element))
    problems.push(...wide.slice(0, 5).map((element) => describe('too wide', element)))
  }
  for (const dialog of document.querySelectorAll('dialog[open]')) {
    if (dialog.scrollWidth > dialog.clientWidth) problems.push(describe('scrolls sideways', dialog))
  }
  for (const control of document.querySelectorAll('a, button, input, select, textarea, summary')) {
    const { left, right, width: own } = control.getBoundingClientRect()
    const isHidden = own <= 1 || !control.checkVisibility() || scrolls(control)
    if (!isHidden && (left < -1 || right > width + 1)) problems.push(describe('out of the screen', control))
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { data, parentElement } = texts.currentNode
    if (!data.includes('${MARK.repeat(100)}') || parentElement.closest('.user-text, .truncate, .sr-only, textarea, script')) continue
    problems.push(describe('marks over its neighbours', parentElement))
  }
  for (const text of document.querySelectorAll('.user-text')) {
    if (!text.textContent.startsWith('${RIGHT_TO_LEFT}')) continue
    const { direction, unicodeBidi } = getComputedStyle(text)
    if (direction !== 'rtl' || unicodeBidi === 'normal') problems.push(describe('not from right to left', text))
  }
  return problems
})()`

/**
 * Runs in the page: texts of the app itself that a page from right to left puts out of order, such as dates: letters of
 * one line that do not stand one behind the other. What is placed by boxes may be mirrored.
 */
const FIND_DISORDER = `(() => {
  const isInline = (element) => ['inline', 'contents', 'none'].includes(getComputedStyle(element).display)
  const isText = (element) =>
    /[0-9]/.test(element.textContent) && /^[\\x20-\\x7e·•…−→]{1,200}$/.test(element.textContent) &&
    [...element.querySelectorAll('*')].every(isInline)
  const isOrdered = (element) => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    let last
    while (texts.nextNode()) {
      const { data } = texts.currentNode
      for (let index = 0; index < data.length; index++) {
        const range = document.createRange()
        range.setStart(texts.currentNode, index)
        range.setEnd(texts.currentNode, index + 1)
        const place = range.getBoundingClientRect()
        if (data[index] === ' ' || place.width === 0) continue
        if (last && Math.abs(last.bottom - place.bottom) < 3 && place.left < last.left) return false
        last = place
      }
    }
    return true
  }
  return [...document.querySelectorAll('main *, header *, dialog[open] *')]
    .filter((element) => !isInline(element) && element.checkVisibility() && isText(element) && !isOrdered(element))
    .map((element) => element.textContent)
})()`

/** What a screen logs about the calls that fail in it. */
const FAILED_CALLS = ['status of 503', 'status of 404', ' failed ApiError']

/** What the dashboard of carol shows besides: a webhook with its deliveries, and a notice, as older records. */
const OWNER = people.carol.address
const WEBHOOK = `https://example.org/${'w'.repeat(480)}`

beforeAll(() =>
  changeDatabase(async (pool) => {
    const { rows } = await pool.query(
      `insert into alert_subscription (owner, channel, url, secret, since_ms)
       values ($1, 'webhook', $2, 'whsec_', 0) returning id`,
      [OWNER, WEBHOOK],
    )
    const clearance = { text: TEXT, address: OWNER, keyIndex: 0, signature: 'ab' }
    const data = { address: OWNER, caseId: 'a', cause: TEXT, clearance, links: { wallet: WEBHOOK } }
    const message = { type: 'wallet.cleared', timestamp: new Date().toISOString(), data }
    for (const targetId of [rows[0].id, null]) {
      await pool.query(
        `insert into alert_delivery (owner, message_id, channel, target_id, type, at_ms, body, status, attempts, error)
         values ($1, 'text', $2, $3, 'wallet.cleared', 0, $4, $5, 1, $6)`,
        [
          OWNER,
          targetId === null ? 'inbox' : 'webhook',
          targetId,
          JSON.stringify(message),
          targetId === null ? 'delivered' : 'dead',
          TEXT,
        ],
      )
    }
  }),
)

afterAll(() =>
  changeDatabase(async (pool) => {
    await pool.query(`delete from alert_delivery where owner = $1 and message_id = 'text'`, [OWNER])
    await pool.query('delete from alert_subscription where owner = $1 and url = $2', [
      OWNER,
      WEBHOOK,
    ])
  }),
)

type Pool = ReturnType<typeof createPool>

async function changeDatabase(change: (pool: Pool) => Promise<void>): Promise<void> {
  const pool = createPool(databaseUrl, createLog('error'))
  await change(pool).finally(() => pool.end())
}

const WALLETS = [...new Set(SCREENS.map(({ as }) => as ?? 'nobody'))].map((as) => ({ as }))

/** Screens on which such a text was seen, and those where one started from right to left. */
const shown = new Set<string>()
const shownRightToLeft = new Set<string>()

describe.each(WALLETS)('with the wallet of $as', ({ as: wallet }) => {
  let browser: Browser
  let page: Page
  let errors: ConsoleWatch

  beforeAll(async () => {
    browser = await openBrowser()
    const context = await browser.newContext({ baseURL: urls.web, reducedMotion: 'reduce' })
    errors = watchConsole(context)
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
    if (wallet !== 'nobody') {
      await page.goto('/dashboard')
      await drivePage(page).connect(wallet)
    }
    await replaceTexts(context, { apiUrl: urls.api, webUrl: urls.web }, toText)
  })

  afterAll(() => browser.close())

  const screens = SCREENS.filter(({ as = 'nobody' }) => as === wallet)

  test.each(screens)(
    '$name is accessible in every look, and holds texts of any length, direction and marks, and a page from right to left',
    async (screen) => {
      await page.unrouteAll()
      await page.goto('about:blank')
      await page.setViewportSize({ width: WIDE, height: 800 })
      await page.emulateMedia({ colorScheme: 'light' })
      await openScreen(page, screen, people)
      await page.evaluate(OPEN_ALL)
      if (screen.name === 'dashboard') {
        for (const text of [WEBHOOK, 'Text that the agent signed', /^1 attempt, /])
          await waitFor(`${text} to be there`, async () => {
            await page.evaluate(OPEN_ALL)
            return page.getByText(text).first().isVisible()
          })
      }
      expect(await findAccessibilityProblems(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await findAccessibilityProblems(page, ['color-contrast'])).toEqual([])
      for (const width of [WIDE, ...NARROW]) {
        await page.setViewportSize({ width, height: 800 })
        await page.evaluate(AFTER_FRAMES)
        await expect.poll(() => page.evaluate(FIND_PROBLEMS), AT_LAST).toEqual([])
      }
      expect(await findAccessibilityProblems(page, RULES_OF_SIZE)).toEqual([])
      await page.evaluate(`document.documentElement.dir = 'rtl'`)
      await expect.poll(() => page.evaluate(FIND_DISORDER), AT_LAST).toEqual([])
      const content = await page.content()
      if (content.includes(LONG)) shown.add(screen.name)
      if (content.includes(`>${RIGHT_TO_LEFT}`)) shownRightToLeft.add(screen.name)
      expect(errors.takeUnexpected(...FAILED_CALLS)).toEqual([])
    },
  )
})

test('the texts were on the screens that show texts of people', () => {
  expect([...shown].sort()).toEqual(
    expect.arrayContaining([
      ...['case', 'dashboard', 'governance-everything-open', 'governance-member'],
      ...['wallet-compared', 'wallet-everything-open', 'wallet-mule', 'dialog-vote'],
    ]),
  )
  expect([...shownRightToLeft]).toContain('governance-everything-open')
})
