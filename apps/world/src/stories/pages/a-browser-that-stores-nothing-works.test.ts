import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drivePage } from '../../testing/clients/drive-page.ts'
import { openBrowser } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, watchConsole } from '../../testing/clients/open-watched-page.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { urls } = connectToWorld()

/** Everything that keeps something in a browser, by its property of the window. */
const STORAGES = ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore']

/** Runs in each page and before it: each storage is what an expression says. */
const replaceStorages = (get: string) =>
  STORAGES.map((name) => `Object.defineProperty(window, '${name}', { get: () => ${get} })`).join(
    '\n',
  )

const DENY = `(() => { throw new DOMException('Denied', 'SecurityError') })()`

/** Ways to store nothing, as scripts that run before those of the page. */
const WAYS: Readonly<Record<string, string>> = {
  denied: `
    ${replaceStorages(DENY)}
    Object.defineProperty(Document.prototype, 'cookie', { get: () => ${DENY}, set: () => ${DENY} })
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => ${DENY} })
    window.BroadcastChannel = function () { ${DENY} }`,
  missing: `
    ${replaceStorages('null')}
    for (const name of ['BroadcastChannel', 'Notification', 'PushManager']) window[name] = undefined`,
  full: `
    Storage.prototype.setItem = () => { throw new DOMException('Full', 'QuotaExceededError') }`,
}

describe.each(Object.entries(WAYS))('where storage is %s', (_, script) => {
  let browser: Browser
  let page: Page
  let errors: ConsoleWatch

  beforeAll(async () => {
    browser = await openBrowser()
    const context = await browser.newContext({ baseURL: urls.web })
    // The wallet stores things as well, which is not ours.
    await context.addInitScript(`if (location.origin === '${urls.web}') { ${script} }`)
    errors = watchConsole(context)
    page = await context.newPage()
    page.setDefaultTimeout(60_000)
  })

  beforeEach(() => page.goto('about:blank'))
  afterAll(() => browser.close())

  test.each(['/', '/wallet', '/governance'])('%s is as on a first visit', async (path) => {
    await page.goto(path)
    await page.getByRole('button', { name: /^Switch to dark/ }).click()
    await page.getByRole('button', { name: /^Switch to light/ }).click()
    await page.getByRole('button', { name: 'Search pages and wallets' }).click()
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    await page.getByRole('contentinfo').getByText('Resources').waitFor()
    expect(errors.takeUnexpected()).toEqual([])
  })

  test('a wallet is connected and disconnected', async () => {
    await page.goto('/dashboard')
    await drivePage(page).connect('alice')
    await page.getByText('Discord and Slack', { exact: true }).click()
    await page.getByRole('button', { name: 'Add chat' }).waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'My Wallet' }).click()
    await page.getByRole('button', { name: 'Analyze', exact: true }).click()
    await page.getByRole('region', { name: 'Score', exact: true }).waitFor()
    await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByRole('banner').getByRole('button', { name: 'Connect Wallet' }).waitFor()
    expect(errors.takeUnexpected()).toEqual([])
  })
})
