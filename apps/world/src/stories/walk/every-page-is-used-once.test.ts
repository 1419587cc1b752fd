import { getProposal, listProposals } from '@app/api/routes/governance.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { drivePage, type PageDriver } from '../../testing/clients/drive-page.ts'
import { findAccessibilityProblems } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, openWatchedPage } from '../../testing/clients/open-watched-page.ts'
import { openOwnWorld } from '../../testing/open-own-world.ts'

const { people, urls, api, fetchScore } = await openOwnWorld()
const { carol, mallory, mule, oscar } = people

const REASON = 'Passes on at once what it gets from many, é'

let browser: Browser
let page: Page
let errors: ConsoleWatch
let driver: PageDriver

beforeAll(async () => {
  ;({ browser, page, errors } = await openWatchedPage(urls.web))
  driver = drivePage(page)
})

afterAll(() => browser.close())
afterEach(() => expect(errors.takeUnexpected('status of 404 (Not Found)')).toEqual([]))

test('every page is drawn without an error, and axe finds nothing on it', async () => {
  const wallet = `/wallet/${mule.address}`
  for (const path of ['/', '/dashboard', '/wallet', wallet, '/governance', '/nowhere']) {
    await page.goto(path)
    await page.getByRole('contentinfo').waitFor()
    expect(await findAccessibilityProblems(page), path).toEqual([])
  }
  await page.getByText('404 - Page Not Found').waitFor()
})

test('a visitor looks mallory up: the page shows the score that the API gives', async () => {
  await page.goto('/wallet')
  await page.getByLabel('Flow address').fill(mallory.address)
  await page.getByRole('button', { name: 'Analyze' }).click()
  await page.getByText('✕ High Risk').first().waitFor()
  const { score, verdict } = await fetchScore(mallory)
  const answer = page.getByRole('region', { name: 'Score', exact: true })
  await answer.getByText(String(score)).first().waitFor()
  expect(await answer.getByRole('heading').textContent()).toBe(verdict?.replaceAll(' %', '%'))
})

test('the case of the mule is told, with its votes', async () => {
  await page.goto(`/wallet/${mule.address}`)
  await page.getByRole('heading', { name: /^Warnings/ }).click()
  const cases = page.getByRole('list', { name: 'Cases about this wallet' })
  await cases.getByRole('link').first().click()
  await page.getByRole('list', { name: 'Timeline of this case' }).waitFor()
})

test('carol connects, and the app logs in with the proof of her wallet', async () => {
  await page.goto('/dashboard')
  await driver.connect('carol')
  await page.getByText('Agent monitoring active').waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
})

test('she flags oscar, which her wallet signs', async () => {
  await page.goto(`/wallet/${oscar.address}`)
  const actions = driver.getCard('Protection Actions')
  await actions.getByRole('button', { name: 'Flag Wallet' }).click()
  await page.getByRole('dialog').getByRole('textbox').fill(REASON)
  await page.getByRole('dialog').getByRole('button', { name: 'OK' }).click()
  await driver.answerWallet('Approve')
  await actions.getByText('Wallet flagged successfully').waitFor()
})

test('she creates a proposal and votes; the chain counts what the page says', async () => {
  await page.goto('/governance')
  await page.getByRole('button', { name: 'Create Proposal' }).click()
  const form = page.getByRole('dialog', { name: 'Create Governance Proposal' })
  await form.getByLabel('Target Address').fill(oscar.address)
  await form.getByLabel('Reason').fill(REASON)
  await form.getByRole('button', { name: 'Create Proposal' }).click()
  await driver.answerWallet('Approve')
  await driver.expectAlert('Proposal created successfully!')
  const card = page.getByRole('listitem').filter({ hasText: REASON })
  await card.getByText('Total votes: 0 • Required: 3').waitFor()
  await card.getByRole('button', { name: 'Vote For' }).click()
  await driver.expectAlert('Are you sure you want to vote FOR this proposal?')
  await driver.answerWallet('Approve')
  await driver.expectAlert('Vote cast successfully!')
  await card.getByText('You voted For.').first().waitFor()
  const created = (await api.call(listProposals)).find(({ reason }) => reason === REASON)
  const { votes } = await api.call(getProposal, { params: { id: String(created?.id) } })
  expect(votes).toMatchObject([{ voter: carol.address, support: true }])
})
