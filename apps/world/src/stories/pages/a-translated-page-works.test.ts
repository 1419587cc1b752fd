import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { drivePage, type PageDriver } from '../../testing/clients/drive-page.ts'
import { openBrowser } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, watchConsole } from '../../testing/clients/open-watched-page.ts'
import { FULL_SCREENS } from '../../testing/clients/screens/full-screens.ts'
import { openScreen } from '../../testing/clients/screens/screen.ts'
import { openOwnWorld } from '../../testing/open-own-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const { people, urls } = await openOwnWorld()
const { mallory, oscar, mule } = people

const REASON = `Passes on at once what it gets from many. ${'It goes to one account each time. '.repeat(5)}`

/**
 * Runs in each page, as translators do it: wraps every text in two `font` elements, from when the page works (or `early`,
 * at once) and whenever one comes. Logs an error for a text that the page changes where it was: a translator has another
 * text in its place. As extensions do it, adds an element to each field and each group of buttons.
 */
const buildTranslator = (isEarly: boolean) => `{
  const LEFT_ALONE = 'script, style, template, textarea, title, svg, iframe, font, x-extension'
  const wrap = (text) => {
    if (text.data.trim() === '' || text.parentElement === null || text.parentElement.closest(LEFT_ALONE)) return
    const outer = document.createElement('font')
    text.replaceWith(outer)
    outer.appendChild(document.createElement('font')).append(text)
  }
  const extend = (element) => {
    if (element.nextElementSibling?.localName !== 'x-extension') element.after(document.createElement('x-extension'))
  }
  const translate = (node) => {
    if (!node.isConnected) return
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const found = node.nodeType === Node.TEXT_NODE ? [node] : []
    while (texts.nextNode()) found.push(texts.currentNode)
    for (const text of found) wrap(text)
    if (node instanceof Element) for (const each of node.querySelectorAll('input, textarea, button:last-child')) extend(each)
  }
  const observer = new MutationObserver((records) => {
    // First: what this call wraps was changed before.
    for (const { type, target } of records)
      if (type === 'characterData' && target.parentElement?.localName === 'font')
        console.error('A translated text was changed: ' + target.data)
    for (const { addedNodes } of records) for (const node of addedNodes) translate(node)
  })
  const begin = () => {
    if (document.body === null || (!${isEarly} && window.takeEarlyEvents !== undefined)) return requestAnimationFrame(begin)
    translate(document.body)
    document.documentElement.dataset.translated = ''
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  }
  if (window === top) addEventListener('DOMContentLoaded', begin)
}`

/** What screens log about the calls that fail in them. */
const FAILED_CALLS = ['status of 503', 'status of 404', ' failed ApiError']

let browser: Browser
let context: BrowserContext
let page: Page
let driver: PageDriver
let errors: ConsoleWatch

/** Opens a browser that translates; contexts of one browser share what a wallet stores. */
async function openTranslatingBrowser(isEarly = false): Promise<void> {
  browser = await openBrowser()
  context = await browser.newContext({ baseURL: urls.web })
  await context.addInitScript(buildTranslator(isEarly))
  errors = watchConsole(context)
  page = await context.newPage()
  page.setDefaultTimeout(60_000)
  driver = drivePage(page)
}

async function openTranslated(path: string): Promise<void> {
  await page.goto(path)
  await page.locator('html[data-translated]').waitFor()
}

/** Expects that a part is shown, that its page is whole, and that every text of it is translated. */
async function expectWhole(): Promise<void> {
  await page.getByRole('contentinfo').getByText('Resources').waitFor()
  expect(await page.getByText('This part could not be loaded.').count()).toBe(0)
  expect(errors.takeUnexpected()).toEqual([])
}

const WALLETS = [...new Set(FULL_SCREENS.map(({ as }) => as ?? 'nobody'))].map((as) => ({ as }))

describe.each(WALLETS)('screens with the wallet of $as', ({ as: wallet }) => {
  beforeAll(async () => {
    await openTranslatingBrowser()
    if (wallet === 'nobody') return
    await openTranslated('/dashboard')
    await driver.connect(wallet)
  })

  afterAll(() => browser.close())

  test.each(FULL_SCREENS.filter(({ as = 'nobody' }) => as === wallet))(
    '$name is shown',
    async (screen) => {
      await page.unrouteAll()
      await page.goto('about:blank')
      await openScreen(page, screen, people)
      await page.locator('html[data-translated]').waitFor()
      expect(await page.getByText('This part could not be loaded.').count()).toBe(0)
      expect(errors.takeUnexpected(...FAILED_CALLS)).toEqual([])
    },
  )
})

test('a page that is translated before it works is drawn again', async () => {
  await openTranslatingBrowser(true)
  await using resources = new AsyncDisposableStack()
  resources.defer(() => browser.close())
  for (const path of ['/', '/dashboard', `/wallet/${mule.address}`, '/governance']) {
    await openTranslated(path)
    await waitFor('the page to work', () => page.evaluate('window.takeEarlyEvents === undefined'))
    await page.getByRole('button', { name: 'Search pages and wallets' }).click()
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    await page.getByRole('contentinfo').getByText('Resources').waitFor()
    expect(await page.getByText('This part could not be loaded.').count()).toBe(0)
  }
})

describe('actions', () => {
  beforeAll(() => openTranslatingBrowser())
  afterAll(() => browser.close())
  afterEach(expectWhole)

  test('a wallet is analyzed, with a slow answer, and another one after it', async () => {
    await openTranslated('/wallet')
    for (const { address } of [mallory, oscar]) {
      const asked = Promise.withResolvers<void>()
      await page.route(`**/v1/score/${address}`, async (route) => {
        await asked.promise
        await route.continue()
      })
      await page.getByLabel('Flow address').fill(address)
      await page.getByRole('button', { name: 'Analyze', exact: true }).click()
      await page.getByRole('button', { name: 'Analyzing...' }).waitFor()
      asked.resolve()
      await page.getByRole('region', { name: 'Score', exact: true }).waitFor()
      await page.getByRole('button', { name: 'Analyze', exact: true }).waitFor()
    }
  })

  test('the frame of an extension leaves the focus where it is', async () => {
    const field = page.getByLabel('Flow address')
    await field.focus()
    await page.evaluate(`document.body.append(document.createElement('iframe'))`)
    expect(await field.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true)
    await page.locator('iframe').evaluate((frame) => frame.remove())
  })

  test('carol connects, creates a proposal, unfolds, filters and votes', async () => {
    await driver.connect('carol')
    await page.getByRole('banner').getByRole('link', { name: 'Governance' }).click()
    await page.getByRole('button', { name: 'Create Proposal' }).click()
    const form = page.getByRole('dialog', { name: 'Create Governance Proposal' })
    await form.getByLabel('Target Address').fill(oscar.address)
    await form.getByLabel('Reason').fill(REASON)
    await form.getByRole('button', { name: 'Create Proposal' }).click()
    await driver.answerWallet('Approve')
    await driver.expectAlert('Proposal created successfully!')
    const card = page.getByRole('listitem').filter({ hasText: 'It goes to one account' }).last()
    await card.getByRole('button', { name: 'Show more' }).click()
    await card.getByRole('button', { name: 'Show less' }).click()
    for (const filter of ['Active', 'Pending', 'Executed', 'All']) {
      await page.getByRole('button', { name: filter, exact: true }).click()
      await page.getByRole('button', { name: filter, exact: true, pressed: true }).waitFor()
    }
    await card.getByText('Total votes: 0 • Required: 3').waitFor()
    await card.getByRole('button', { name: 'Vote For' }).click()
    await driver.expectAlert('Are you sure you want to vote FOR this proposal?')
    await driver.answerWallet('Approve')
    await driver.expectAlert('Vote cast successfully!')
    await card.getByText('You voted For.').first().waitFor()
    await card.getByText('Total votes: 1 • Required: 3').waitFor()
  })
})
