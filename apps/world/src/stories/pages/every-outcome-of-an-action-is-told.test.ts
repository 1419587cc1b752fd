import { getScore } from '@app/api/routes/score.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  drivePage,
  FAILURES_WITHOUT_MESSAGE,
  type PageDriver,
} from '../../testing/clients/drive-page.ts'
import { type ConsoleWatch, openWatchedPage } from '../../testing/clients/open-watched-page.ts'
import { buildAnswer, buildFailure, type Replaced } from '../../testing/clients/replace-answer.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'

const { people, urls, api } = connectToWorld()

/** No other story is about this account. */
const TARGET = people.stash.address
const REASON = 'Sends me tokens that nobody asked for'
const MESSAGE = 'The agent is being repaired until noon. Try again then.'

const CHECK = '**/v1/agent/check'
const FLAG = '**/v1/actions/flag-wallet'
const WITHDRAW = '**/v1/actions/withdraw-flag'
const PUBLISH = `**/v1/score/${TARGET}?publish=true`

/** What is logged of the calls that this story lets fail, and of what the user declines. */
const EXPECTED = [
  'the server responded with a status of',
  'net::ERR_FAILED',
  'POST /v1/agent/check failed ApiError',
  'POST /v1/actions/flag-wallet failed ApiError',
  'POST /v1/actions/withdraw-flag failed ApiError',
  'GET /v1/score/:address failed ApiError',
  'Signing error SigningError: Declined: User declined',
  'Nothing was signed.',
]

let browser: Browser
let page: Page
let driver: PageDriver
let errors: ConsoleWatch
/** Open on the same wallet, in another window. */
let onlooker: Page

beforeAll(async () => {
  ;({ browser, page, errors } = await openWatchedPage(urls.web))
  onlooker = await (await browser.newContext({ baseURL: urls.web })).newPage()
  driver = drivePage(page)
  for (const each of [page, onlooker]) {
    each.setDefaultTimeout(60_000)
    await each.goto(`/wallet/${TARGET}`)
    await each.getByRole('heading', { name: 'Protection Actions' }).waitFor()
  }
})

afterAll(() => browser.close())
afterEach(() => expect(errors.takeUnexpected(...EXPECTED)).toEqual([]))

const getActions = () => driver.getCard('Protection Actions')
const getTimeline = (on: Page) => on.getByRole('region', { name: 'Alert Timeline' })

/** Expects the banner of the actions, in its colour, and returns it. */
async function expectBanner(text: string, colour: 'good' | 'bad') {
  const banner = getActions().getByRole('status').locator('div').filter({ hasText: text })
  await banner.getByText(text, { exact: true }).waitFor()
  expect(await banner.getAttribute('class')).toContain(`bg-${colour}-soft`)
  return banner
}

/** Clicks a tile, and expects that the score and the alerts are loaded again. */
async function expectReloads(act: () => Promise<void>): Promise<void> {
  const isReload = (path: string) => page.waitForRequest((request) => request.url().includes(path))
  const reloads = [isReload(`/v1/score/${TARGET}`), isReload('/v1/agent/history')]
  await act()
  await Promise.all(reloads)
}

const review = () => getActions().getByRole('button', { name: 'Request Review' }).click()

async function flag(reason: string): Promise<void> {
  await getActions().getByRole('button', { name: 'Flag Wallet' }).click()
  const prompt = page.getByRole('dialog', {
    name: 'Enter reason for flagging (minimum 10 characters):',
  })
  await prompt.getByRole('textbox').fill(reason)
  await prompt.getByRole('button', { name: 'OK' }).click()
}

test('a review is confirmed, shows in every open timeline, and reloads score and alerts', async () => {
  await expectReloads(review)
  await expectBanner('Review completed successfully', 'good')
  for (const each of [page, onlooker]) {
    await getTimeline(each)
      .getByText(/A visitor asked for a review/)
      .first()
      .waitFor()
  }
})

test('an action is shown while it is under way, and no other one begins', async () => {
  let answer = () => {}
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(CHECK, async (route) => {
    await isAnswered
    await route.continue()
  })
  await review()
  await getActions().getByText('Processing action...').waitFor()
  await getActions().getByRole('button', { name: 'Flag Wallet' }).click({ force: true })
  expect(await page.getByRole('dialog').count()).toBe(0)
  answer()
  await expectBanner('Review completed successfully', 'good')
  expect(await getActions().getByText('Processing action...').count()).toBe(0)
  await page.unroute(CHECK)
})

test('a review that changed nothing is an information in every open timeline', async () => {
  for (const each of [page, onlooker]) {
    const newest = getTimeline(each).getByRole('listitem').first()
    await newest.getByText('Info', { exact: true }).waitFor({ state: 'attached' })
  }
})

/** Expects that an action which fails tells what the server says, else a text of its own, and logs each failure once. */
async function expectFailuresTold(
  call: Replaced & { logged: string },
  { act, expectText, otherwise }: Failing,
): Promise<void> {
  driver.clearLogged()
  for (const [answer, text] of [
    [buildFailure(MESSAGE), MESSAGE],
    ...FAILURES_WITHOUT_MESSAGE.map((failure) => [failure, otherwise] as const),
  ] as const) {
    await driver.withAnswer(call, answer, async () => {
      await act()
      await expectText(text)
      await driver.expectLoggedOnce(`${call.logged} failed`)
    })
  }
}

interface Failing {
  act: () => Promise<void>
  expectText: (text: string) => Promise<unknown>
  otherwise: string
}

const expectBad = (text: string) => expectBanner(text, 'bad')

test('a review that fails shows what the server says, else that it failed', async () => {
  await expectFailuresTold(
    { path: CHECK, method: 'POST', logged: 'POST /v1/agent/check' },
    { act: review, expectText: expectBad, otherwise: 'Review failed' },
  )
  await page.route(CHECK, (route) => route.abort())
  await review()
  await expectBad('Review failed')
  await page.unroute(CHECK)
})

test('a transaction of a review is linked in the explorer', async () => {
  const txId = 'ab'.repeat(32)
  const answer = buildAnswer({ address: TARGET, score: 50, actions: [], txId })
  await driver.withAnswer({ path: CHECK, method: 'POST' }, answer, async () => {
    await review()
    const banner = await expectBanner('Review completed successfully', 'good')
    const link = banner.getByRole('link', { name: 'View Transaction →' })
    expect(await link.getAttribute('href')).toContain(txId)
  })
})

test('a reason that is cancelled or too short is refused, and nothing is sent', async () => {
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/flag-wallet') && sent.push('flag'))
  await flag('  short   ')
  await driver.expectAlert('Reason must be at least 10 characters')
  await getActions().getByRole('button', { name: 'Flag Wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await driver.expectAlert('Reason must be at least 10 characters')
  await getActions().getByRole('button', { name: 'Flag Wallet' }).click()
  await page.getByRole('dialog').getByRole('textbox').press('Escape')
  await driver.expectAlert('Reason must be at least 10 characters')
  expect(sent).toEqual([])
})

test('a visitor without a wallet flags, and withdraws the flag', async () => {
  await expectReloads(() => flag(REASON))
  await expectBanner('Wallet flagged successfully', 'good')
  await getActions().getByRole('button', { name: 'Withdraw your flag' }).click()
  await driver.expectAlert('Do you want to withdraw your flag of this wallet?')
  await expectBanner('Flag withdrawn successfully', 'good')
})

test('a flag that fails shows what the server says, else that it failed', () =>
  expectFailuresTold(
    { path: FLAG, method: 'POST', logged: 'POST /v1/actions/flag-wallet' },
    { act: () => flag(REASON), expectText: expectBad, otherwise: 'Flag action failed' },
  ))

test('a connected wallet signs its flag, which links its transaction and shows in every open timeline', async () => {
  await driver.connect('erin')
  await flag(REASON)
  await getActions().getByText('Processing action...').waitFor()
  await driver.answerWallet('Decline')
  await expectBanner('Declined: User declined', 'bad')
  await flag(REASON)
  await expectReloads(() => driver.answerWallet('Approve'))
  const banner = await expectBanner('Wallet flagged successfully', 'good')
  const link = banner.getByRole('link', { name: 'View Transaction →' })
  expect(await link.getAttribute('href')).toContain('/transaction_results/')
  for (const each of [page, onlooker]) {
    const entry = getTimeline(each).getByRole('listitem').filter({ hasText: REASON }).first()
    await entry.getByRole('heading', { name: 'flag', exact: true }).waitFor()
    await entry.getByText('Warning').waitFor({ state: 'attached' })
  }
})

test('another text than the one for the flag is not signed', async () => {
  await page.route('**/v1/messages', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    const text = data.text.replace(TARGET, people.alice.address)
    await route.fulfill({ response, json: { data: { ...data, text } } })
  })
  await flag('Another reason for the same wallet')
  await expectBanner(
    'The text that the server offers for signing is not the one for what you asked. Nothing was signed. Reload the page, and report it if it happens again.',
    'bad',
  )
  await page.unroute('**/v1/messages')
})

test('a wallet withdraws its flag, and a withdrawal that fails says so', async () => {
  const withdraw = async () => {
    await getActions().getByRole('button', { name: 'Withdraw your flag' }).click()
    await driver.expectAlert('Do you want to withdraw your flag of this wallet?')
    await driver.answerWallet('Approve')
  }
  await expectFailuresTold(
    { path: WITHDRAW, method: 'POST', logged: 'POST /v1/actions/withdraw-flag' },
    { act: withdraw, expectText: expectBad, otherwise: 'Failed to withdraw the flag' },
  )
  await withdraw()
  await expectBanner('Flag withdrawn successfully', 'good')
  await getTimeline(onlooker).getByRole('heading', { name: 'withdraw flag' }).first().waitFor()
})

test('a publication is confirmed, and opens the explorer if there is a transaction', async () => {
  const publish = page.getByRole('button', { name: 'Publish to Blockchain' })
  const confirmation = 'Score published to blockchain! Check the transaction on Flow explorer.'
  await publish.click()
  const explorer = page.context().waitForEvent('page')
  const link = page.getByRole('alertdialog').getByRole('link', { name: 'View Transaction →' })
  expect(await link.getAttribute('href')).toContain('/transaction_results/')
  await driver.expectAlert(confirmation)
  expect((await explorer).url()).toContain('/transaction_results/')
  const data = await api.call(getScore, { params: { address: TARGET } })
  const answer = buildAnswer({ ...data, txId: undefined })
  await driver.withAnswer({ path: PUBLISH, method: 'GET' }, answer, async () => {
    await publish.click()
    const pages = page.context().pages().length
    await driver.expectAlert(confirmation)
    expect(page.context().pages()).toHaveLength(pages)
  })
})

test('a publication that fails shows what the server says, else that it failed', () =>
  expectFailuresTold(
    { path: PUBLISH, method: 'GET', logged: 'GET /v1/score/:address' },
    {
      act: () => page.getByRole('button', { name: 'Publish to Blockchain' }).click(),
      expectText: (text) => driver.expectAlert(text),
      otherwise: 'Failed to publish score',
    },
  ))
