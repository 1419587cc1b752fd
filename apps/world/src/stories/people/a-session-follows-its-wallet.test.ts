import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { drivePage, type PageDriver } from '../../testing/clients/drive-page.ts'
import { openBrowser } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, watchConsole } from '../../testing/clients/open-watched-page.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const { people, urls } = connectToWorld()

let browser: Browser
let errors: ConsoleWatch
let page: Page
let driver: PageDriver
/** Another tab of the same browser. */
let tab: Page

beforeAll(async () => {
  browser = await openBrowser()
  const context = await browser.newContext({ baseURL: urls.web })
  errors = watchConsole(context)
  page = await context.newPage()
  tab = await context.newPage()
  driver = drivePage(page)
  for (const each of [page, tab]) {
    each.setDefaultTimeout(60_000)
    await each.goto('/dashboard')
  }
})

afterAll(() => browser.close())
afterEach(() => expect(errors.takeUnexpected()).toEqual([]))

const connectButton = (on: Page) =>
  on.getByRole('banner').getByRole('button', { name: 'Connect Wallet' })
const connected = (on: Page, { address }: { address: string }) =>
  on.getByRole('banner').getByTitle(address)

/** What the wallet's page sends when the user declines or closes it. */
const sendFromWallet = (message: object) =>
  page
    .frameLocator('iframe')
    .locator('body')
    .evaluate((body, data) => {
      body.ownerDocument.defaultView?.parent.postMessage(data, '*')
    }, message)

test.each([
  [{ type: 'FCL:VIEW:CLOSE' }, 'Declined: Externally Halted'],
  [
    { f_type: 'PollingResponse', type: 'FCL:VIEW:RESPONSE', status: 'DECLINED', reason: 'Not now' },
    'Declined: Not now',
  ],
  [
    { f_type: 'PollingResponse', type: 'FCL:VIEW:RESPONSE', status: 'DECLINED', reason: null },
    'Declined: No reason supplied',
  ],
])('a log-in that ends with %j is told in the console alone', async (message, reason) => {
  await connectButton(page).click()
  await page.getByRole('banner').getByRole('button', { name: 'Connecting...' }).waitFor()
  await page.frameLocator('iframe').getByText('carol', { exact: true }).waitFor()
  await sendFromWallet(message)
  await connectButton(page).waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  const logged = errors.takeUnexpected()
  expect(logged).toEqual([expect.stringMatching(new RegExp(`^Login error Error: ${reason}`))])
})

test('a wallet service that does not answer can be closed', async () => {
  const { origin } = new URL(urls.wallet)
  await page.route(`${origin}/**`, () => {})
  await connectButton(page).click()
  const question = page.getByRole('alertdialog', {
    name: /^The wallet service at localhost:\d+ has not answered/,
  })
  await question.getByRole('button', { name: 'Cancel' }).click()
  // Asked again, since it still says nothing.
  await question.getByRole('button', { name: 'OK' }).click()
  await connectButton(page).waitFor()
  await waitFor('the frame to be gone', async () => (await page.locator('iframe').count()) === 0)
  await page.unroute(`${origin}/**`)
  expect(errors.takeUnexpected('net::ERR')).toEqual([
    expect.stringMatching(/^Login error Error: Declined: Externally Halted/),
  ])
})

test('a log-in survives a reload, and another tab shows it too', async () => {
  await driver.connect('carol')
  await connected(tab, people.carol).waitFor()
  await page.reload()
  await connected(page, people.carol).waitFor()
  await tab.getByRole('button', { name: 'View Details' }).waitFor()
})

test('a wallet that another tab disconnects and replaces is replaced here', async () => {
  await tab.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click()
  await connectButton(page).waitFor()
  await drivePage(tab).connect('dave')
  await connected(page, people.dave).waitFor()
  await page.getByRole('main').getByRole('button', { name: 'View Details' }).waitFor()
})

/** Flags a wallet, for which the connected one signs. */
async function flag(on: Page) {
  const actions = drivePage(on).getCard('Protection Actions')
  await actions.getByRole('button', { name: 'Flag Wallet' }).click()
  const prompt = on.getByRole('dialog')
  await prompt.getByRole('textbox').fill('Sends me tokens that nobody asked for')
  await prompt.getByRole('button', { name: 'OK' }).click()
  return actions
}

test('the tab that was not asked signs with the new wallet', async () => {
  // Without a reload: FCL still runs with the wallet before.
  await page.getByRole('banner').getByRole('link', { name: 'My Wallet' }).click()
  await page.getByLabel('Flow address').fill(people.stash.address)
  await page.getByRole('button', { name: 'Analyze' }).click()
  await flag(page)
  await page.frameLocator('iframe').getByRole('button', { name: 'Approve' }).waitFor()
  await sendFromWallet({ type: 'FCL:VIEW:CLOSE' })
  await page.getByText('Declined: Externally Halted', { exact: true }).waitFor()
  errors.takeUnexpected('Declined: Externally Halted')
})

test('a log-out that cannot load the code of the wallet loads the page once more, then is told in the console alone', async () => {
  const other = await page.context().newPage()
  await other.route('**/assets/fcl-client-*.js', (route) => route.abort())
  await other.goto('/dashboard')
  const disconnect = other.getByRole('banner').getByRole('button', { name: 'Disconnect' })
  const reloaded = other.waitForEvent('load')
  await disconnect.click()
  await reloaded
  errors.takeUnexpected()
  await disconnect.click()
  await waitFor('the failure to be logged', async () =>
    errors
      .takeUnexpected('net::ERR_FAILED')
      .some((text) => text.startsWith('A part of the page could not be loaded')),
  )
  expect(await other.getByRole('alertdialog').count()).toBe(0)
  await connected(page, people.dave).waitFor()
  await other.goto('about:blank')
})

test('disconnecting clears every tab', async () => {
  await page.getByRole('banner').getByRole('button', { name: 'Disconnect' }).click()
  await connectButton(page).waitFor()
  await connectButton(tab).waitFor()
  await waitFor('the stored session to be gone', () =>
    page.evaluate(() => !localStorage.getItem('CURRENT_USER')?.includes('"loggedIn":true')),
  )
})
