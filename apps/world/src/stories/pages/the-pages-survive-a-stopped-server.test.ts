import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { drivePage } from '../../testing/clients/drive-page.ts'
import { type InterruptibleApi, interruptApi } from '../../testing/clients/interrupt-api.ts'
import { findAccessibilityProblems, openBrowser } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, watchConsole } from '../../testing/clients/open-watched-page.ts'
import { beginUndrawn } from '../../testing/clients/replace-answer.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const { people, urls } = connectToWorld()

/** What the browser and the application log about calls that no server answers. */
const OUTAGE = ['net::ERR_', ' failed ApiError', 'GET /v1/stream was interrupted']
const UNREACHABLE = 'The server cannot be reached.'
const ROUTES = ['/', '/dashboard', `/wallet/${people.alice.address}`, '/governance']

let browser: Browser
let api: InterruptibleApi
let errors: ConsoleWatch
/** One for each route, all open throughout. */
let pages: Page[]
let [home, dashboard, wallet, governance]: Page[] = []

beforeAll(async () => {
  browser = await openBrowser()
  const context = await browser.newContext({ baseURL: urls.web })
  // The web server reaches the API while the browser does not; a real outage is one of both.
  await beginUndrawn(context)
  errors = watchConsole(context)
  api = await interruptApi(context, urls.api)
  pages = await Promise.all(ROUTES.map(() => context.newPage()))
  ;[home, dashboard, wallet, governance] = pages
  for (const page of pages) page.setDefaultTimeout(60_000)
  await dashboard!.goto('/dashboard')
  await drivePage(dashboard!).connect('alice')
  await open()
})

afterAll(() => browser.close())
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') {
    for (const page of pages) printText(page.url(), await page.locator('body').ariaSnapshot())
    await api.start()
  }
  expect(errors.takeUnexpected(...OUTAGE)).toEqual([])
})

// biome-ignore lint/suspicious/noConsole: what a failed test has seen
const printText = (url: string, text: string) => console.log(`${url} shows:\n${text}`)

const open = async () => {
  await Promise.all(pages.map((page, index) => page.goto(ROUTES[index]!)))
}

const getSign = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('banner').getByText(text)

/** Waits until each page shows what it is for. */
async function expectContent(): Promise<void> {
  await home!.getByRole('heading', { level: 1 }).waitFor()
  await dashboard!.getByText('Agent monitoring active').waitFor()
  await dashboard!.getByRole('button', { name: 'View Details' }).waitFor()
  await wallet!.getByText('/100').first().waitFor()
  await governance!.getByRole('region', { name: 'List of proposals' }).waitFor()
  await Promise.all(
    pages.map((page) => getSign(page, /^(Reconnecting|Stale)/).waitFor({ state: 'detached' })),
  )
}

test('every page is open, and silent about its connection while that works', async () => {
  await expectContent()
  await wallet!.getByText('Live', { exact: true }).first().waitFor()
  expect(errors.takeUnexpected()).toEqual([])
})

test('when the server stops, every page says so and keeps what it has', async () => {
  await api.stop()
  await Promise.all(pages.map((page) => getSign(page, 'Reconnecting…').waitFor()))
  await wallet!.getByText('/100').first().waitFor()
  await Promise.all(pages.map((page) => getSign(page, /^Stale since /).waitFor()))
})

test('when the server is back, every page continues without a reload', async () => {
  await Promise.all(
    pages.map((page) => page.evaluate(() => Object.assign(globalThis, { isSame: true }))),
  )
  await api.start()
  await expectContent()
  const marks = await Promise.all(pages.map((page) => page.evaluate(() => 'isSame' in globalThis)))
  expect(marks).toEqual(pages.map(() => true))
})

test('pages opened while the server is down say once why, without blaming the address, and load when it is back', async () => {
  await api.stop()
  await open()
  const line = `${UNREACHABLE} This page tries again by itself.`
  await dashboard!.getByText(line, { exact: true }).waitFor()
  await wallet!.getByText(`${line} The address is not the cause.`, { exact: true }).waitFor()
  await wallet!.getByRole('heading', { name: 'Score Not Available' }).waitFor()
  await governance!.getByRole('alert').getByText(UNREACHABLE).waitFor()
  for (const page of [dashboard!, wallet!, governance!]) {
    expect(await page.getByText(UNREACHABLE).count(), page.url()).toBe(1)
    expect(await findAccessibilityProblems(page)).toEqual([])
  }
  await api.start()
  await expectContent()
})

test('a server that answers nonsense is told from one that is down, and recovers by itself', async () => {
  const path = `**/v1/score/${people.alice.address}`
  await wallet!.route(path, (route) => route.fulfill({ status: 502, body: '<html>Bad Gateway' }))
  // Without the score that a page loaded for a wallet brings.
  await wallet!.goto('/wallet')
  await wallet!.getByLabel('Flow address').fill(people.alice.address)
  await wallet!.getByRole('button', { name: 'Analyze' }).click()
  await wallet!
    .getByText(/^The response of the server cannot be read \(status 502\)\. This page tries again/)
    .waitFor()
  await wallet!.unroute(path)
  await wallet!.getByText('/100').first().waitFor()
  expect(errors.takeUnexpected(...OUTAGE, 'status of 502')).toEqual([])
})

test('a server that does not answer is called slow, and after 30 s the failure is told', async () => {
  api.hang()
  await governance!.reload()
  await governance!.getByText(/^The server takes unusually long to answer/).waitFor()
  await governance!
    .getByRole('alert')
    .getByText('The server did not answer within 30 seconds.')
    .waitFor()
  await api.stop()
  await api.start()
  await waitFor('the proposals to be back', () =>
    governance!.getByRole('region', { name: 'List of proposals' }).isVisible(),
  )
})
