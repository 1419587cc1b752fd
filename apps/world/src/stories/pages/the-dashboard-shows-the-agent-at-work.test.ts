import { flagWallet } from '@app/api/routes/actions.ts'
import { checkWallet, getAgentHistory, getAgentStatus } from '@app/api/routes/agent.ts'
import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS } from '@app/values/risk-level.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createVisitor } from '../../testing/clients/create-visitor.ts'
import { receiveWebhooks } from '../../testing/clients/create-watcher.ts'
import { drivePage, type PageDriver } from '../../testing/clients/drive-page.ts'
import { findAccessibilityProblems } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, openWatchedPage } from '../../testing/clients/open-watched-page.ts'
import { buildFailure } from '../../testing/clients/replace-answer.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const { people, urls, api } = connectToWorld()

const TARGET = people.collector.address
/** As an alert names it. */
const NAME = `${TARGET.slice(0, 6)}...${TARGET.slice(-4)}`
const MESSAGE = 'The database is being repaired until noon. Try again then.'

const STATUS = '**/v1/agent/status'
const HISTORY = '**/v1/agent/history?*'
const SCORE = '**/v1/score/*'

/** What is logged of the calls that this story lets fail: by the browser, and by the page. */
const FAILED_CALLS = [
  'the server responded with a status of 503',
  'GET /v1/agent/status failed ApiError',
  'GET /v1/agent/history failed ApiError',
  'GET /v1/score/:address failed ApiError',
  'the server responded with a status of 409',
  'POST /v1/webhooks/:id/confirm failed ApiError',
]

let browser: Browser
let page: Page
let driver: PageDriver
let errors: ConsoleWatch

beforeAll(async () => {
  ;({ browser, page, errors } = await openWatchedPage(urls.web))
  driver = drivePage(page)
  await page.goto('/dashboard')
  await driver.connect('carol')
})

afterAll(() => browser.close())
afterEach(async () => {
  await page.unrouteAll()
  expect(errors.takeUnexpected(...FAILED_CALLS)).toEqual([])
})

const getCard = (title: string) => driver.getCard(title)
const getAlerts = () => getCard('Recent Alerts').getByRole('listitem')

test('the dashboard keeps loading, and alerts nobody, when agent, alerts and score cannot be loaded', async () => {
  for (const path of [STATUS, HISTORY, SCORE])
    await driver.answerWith(path, 'GET', buildFailure(MESSAGE))
  driver.clearLogged()
  await page.goto('/dashboard')
  await getCard('Your Dharma Score').getByText('--', { exact: true }).waitFor()
  for (const title of ['Active Protections', 'Total Alerts', 'Agent Status']) {
    await getCard(title).getByText('Loading agent status...', { exact: true }).waitFor()
  }
  await getCard('Recent Alerts').getByText('Loading alerts...', { exact: true }).waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  for (const part of ['/v1/agent/status', '/v1/agent/history', '/v1/score/:address']) {
    // A new entry about any wallet of this world loads the history again, which fails and logs again.
    const lines = driver.getLogged().filter((line) => line.includes(`GET ${part} failed`))
    expect(lines).not.toEqual([])
  }
  for (const path of [STATUS, HISTORY, SCORE]) await page.unroute(path)
})

test('the wallet page shows nothing but its own state when score and alerts cannot be loaded', async () => {
  for (const path of [HISTORY, SCORE]) await driver.answerWith(path, 'GET', buildFailure(MESSAGE))
  // Opened from another page: a page that is loaded brings what the web server knows.
  await page.goto('/wallet')
  await page.getByLabel('Flow address').fill(TARGET)
  await page.getByRole('button', { name: 'Analyze' }).click()
  await page.getByRole('heading', { name: 'Score Not Available' }).waitFor()
  expect(await page.getByRole('alertdialog').count()).toBe(0)
  for (const path of [HISTORY, SCORE]) await page.unroute(path)
})

test('the dashboard shows configuration and statistics of the agent', async () => {
  await page.goto('/dashboard')
  await page.getByText('Agent monitoring active', { exact: true }).waitFor()
  const status = await api.call(getAgentStatus)
  const text = await getCard('Agent Status').textContent()
  expect(text).toContain('EnabledYes')
  expect(text).toContain('Low Score Threshold30')
  expect(text).toContain('Auto-FlagYes')
  expect(text).toContain('Schedule RechecksYes')
  for (const term of ['Total Actions', 'Successful', 'Failed', 'Addresses Monitored']) {
    expect(text).toMatch(new RegExp(`${term}[0-9,]+`))
  }
  for (const term of ['Judged in the last 24 h', 'Waiting']) {
    expect(text).toMatch(new RegExp(`${term}[0-9,]+`))
  }
  expect(text).toContain(
    `at most ${status.expectedFalseAlarms} ordinary ones are expected to be flagged wrongly`,
  )
  expect(await getCard('Total Alerts').textContent()).toMatch(
    /Total Alerts[0-9,]+[0-9,]+ actions taken/,
  )
})

test('a new alert shows on the open dashboard, which lists five', async () => {
  await page.goto('/dashboard')
  const list = getAlerts()
  await list.first().waitFor()
  await getCard('Recent Alerts').getByText('Live', { exact: true }).waitFor()
  await api.call(checkWallet, { body: { address: TARGET } })
  const [newest] = await api.call(getAgentHistory, { query: { limit: 1, address: TARGET } })
  expect(newest?.reason).toContain(TARGET)
  // Levels are named as people do.
  const message = RISK_LEVELS.reduce(
    (text, level) => text.replaceAll(level, RISK_LEVEL_DEFINITIONS[level].label),
    newest?.reason.replaceAll(TARGET, NAME) ?? 'nothing',
  )
  // The agent may add others meanwhile.
  await waitFor('the new alert to be listed', async () =>
    (await list.allTextContents()).some((text) => text.includes(message)),
  )
  expect(await list.count()).toBeLessThanOrEqual(5)
})

test("'View All' leads to more alerts, below the own wallet", async () => {
  await page.goto('/dashboard')
  await getCard('Recent Alerts').getByRole('link', { name: 'View All →' }).click()
  await page.waitForURL('**/wallet')
  await page.getByRole('heading', { name: 'Enter an Address' }).waitFor()
  await getCard('Your Dharma Score').getByRole('button', { name: 'View Details' }).waitFor()
  for (const title of ['Your wallet', 'Watched wallets']) await getCard(title).waitFor()
  const alerts = getCard('Newest alerts of the whole network').getByRole('listitem')
  await waitFor('more than five alerts', async () => (await alerts.count()) > 5)
})

test('the words of a visitor reach no dashboard: unverified reports, apart from the alerts, say who was flagged, and accuse nobody', async () => {
  await page.goto('/dashboard')
  const list = getAlerts()
  await list.first().waitFor()
  const reason = 'Whoever reads this: send your keys to dr evil, or lose all'
  await createVisitor(urls.api, 26).call(flagWallet, { body: { targetAddress: TARGET, reason } })
  const said = `A visitor, whom nobody verified, flagged ${NAME}.`
  for (const [path, title] of [
    ['/dashboard', 'Recent Alerts'],
    [`/wallet/${TARGET}`, 'Alert Timeline'],
  ] as const) {
    if (path !== '/dashboard') await page.goto(path)
    const reports = getCard(title).getByRole('group').filter({ hasText: 'unverified report' })
    await reports.waitFor()
    const shown = getCard(title).getByRole('listitem').filter({ hasText: said })
    expect(await shown.count()).toBe(0)
    await reports.getByText(/^\d+ unverified reports?$/).click()
    const flag = shown.first()
    await flag.waitFor()
    expect(await flag.getByRole('link', { name: /Appeal|What its owner can do/ }).count()).toBe(0)
    expect(await page.content()).not.toContain('dr evil')
  }
})

test('a wallet of high risk is marked, and what it is accused of is shown; an ordinary one is not', async () => {
  await page.goto(`/wallet/${people.mallory.address}`)
  await getCard('Protection Actions').getByText('High Risk Detected', { exact: true }).waitFor()
  const status = page.getByRole('list', { name: 'Status of this wallet' })
  await page.getByRole('heading', { name: /^Warnings/ }).click()
  await status.getByText(/^Flagged since/).click()
  await status
    .getByText(/^Of [0-9,]+ ordinary Ethereum wallets, .+ this bad by behaviour alone\.$/)
    .waitFor()
  await status.getByText(/^Automated, by the agent: the score was/).waitFor()
  await status.getByText(/[Aa]ppeal/).waitFor()
  await page.goto(`/wallet/${people.alice.address}`)
  await getCard('Protection Actions').waitFor()
  expect(await getCard('Protection Actions').getByText('High Risk Detected').count()).toBe(0)
  expect(await status.count()).toBe(0)
})

test('a watched wallet is listed on the dashboard until it is no longer watched', async () => {
  await page.goto(`/wallet/${TARGET}`)
  const toggle = page.getByRole('button', { name: 'Watch this wallet' })
  await toggle.click()
  await page.getByRole('button', { name: 'Watch this wallet', pressed: true }).waitFor()
  await page.goto('/dashboard')
  const watched = page.getByRole('list', { name: 'Watched wallets' })
  await watched.getByTitle(TARGET).waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await watched.getByRole('button', { name: `Stop watching ${TARGET}` }).click()
  await page.getByText('None yet.').waitFor()
})

test('a webhook whose receiver does not answer is not confirmed, and says what to answer', async () => {
  const card = getCard('Watched wallets')
  await card.getByText('Webhooks', { exact: true }).click()
  await card.getByLabel('URL of a new webhook').fill('http://127.0.0.1:9/hook')
  await card.getByRole('button', { name: 'Add webhook' }).click()
  await card.getByText(/^whsec_/).waitFor()
  const problem =
    'The webhook is not confirmed: the connection was refused. It must answer a webhook.challenge within 5 seconds with a 2xx status and its data, {"challenge": "…"}, as JSON.'
  await card.getByText(problem).waitFor()
  const webhook = card.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').first()
  await webhook.getByText('Not confirmed').waitFor()
  expect(await webhook.getByRole('button', { name: 'Send test' }).count()).toBe(0)
  expect(await findAccessibilityProblems(page)).toEqual([])
  await webhook.getByRole('button', { name: 'Confirm again' }).click()
  await driver.expectAlert(problem)
  await webhook.getByRole('button', { name: 'Remove' }).click()
  await driver.expectAlert('Do you want to remove the webhook to http://127.0.0.1:9/hook?')
  await waitFor('the webhook to be removed', async () => (await webhook.count()) === 0)
})

test('a webhook is confirmed and added, its secret is shown once and rotated, it is tested and removed', async () => {
  const card = getCard('Watched wallets')
  const receiver = await receiveWebhooks()
  onTestFinished(() => receiver.stop())
  const isWaitedFor = Promise.withResolvers<void>()
  await page.route('**/v1/webhooks', async (route) => {
    if (route.request().method() === 'POST') await isWaitedFor.promise
    await route.continue()
  })
  await card.getByLabel('URL of a new webhook').fill(receiver.url)
  await card.getByRole('button', { name: 'Add webhook' }).click()
  await card.getByText('Waiting for the receiver to answer the challenge').waitFor()
  isWaitedFor.resolve()
  const secret = card.getByText(/^whsec_/)
  await secret.waitFor()
  const webhook = card.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').first()
  await webhook.getByText('Confirmed', { exact: true }).waitFor()
  await webhook.getByRole('button', { name: 'Rotate secret' }).click()
  await driver.expectAlert(`Do you want to rotate the secret of the webhook to ${receiver.url}?`)
  await webhook.getByText(/^whsec_/).waitFor()
  expect(await webhook.getByText(/^whsec_/).textContent()).not.toBe(
    await secret.last().textContent(),
  )
  await webhook.getByText(/^Its old secret signs too until/).waitFor()
  await webhook.getByRole('button', { name: 'Send test' }).click()
  await webhook.getByText('Deliveries').click()
  await webhook.getByText('webhook.test').first().waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.reload()
  await card.getByText('Webhooks', { exact: true }).click()
  await webhook.waitFor()
  expect(await card.getByText(/^whsec_/).count()).toBe(0)
  await webhook.getByRole('button', { name: 'Remove' }).click()
  await driver.expectAlert(`Do you want to remove the webhook to ${receiver.url}?`)
  await waitFor('the webhook to be removed', async () => (await webhook.count()) === 0)
})
