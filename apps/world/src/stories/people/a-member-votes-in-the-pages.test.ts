import { getProposal, listProposals } from '@app/api/routes/governance.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findAccessibilityProblems, openBrowser } from '../../testing/clients/open-browser.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const { people, urls, api } = connectToWorld()
const REASON = 'Passes on at once what it gets from many, é'

let browser: Browser
let page: Page
/** Open on the same list throughout; nobody touches it. */
let onlooker: Page

beforeAll(async () => {
  browser = await openBrowser()
  const context = await browser.newContext({ baseURL: urls.web })
  page = await context.newPage()
  onlooker = await context.newPage()
  for (const each of [page, onlooker]) await each.goto('/governance')
})

afterAll(() => browser.close())

const expectAlert = async (text: string) => {
  const alert = page.getByRole('alertdialog')
  await alert.waitFor()
  expect(await alert.getByRole('heading').textContent()).toBe(text)
  await alert.getByRole('button', { name: 'OK' }).click()
}

const getForm = () => page.getByRole('dialog', { name: 'Create Governance Proposal' })
const submitForm = () => getForm().getByRole('button', { name: 'Create Proposal' }).click()
const answerWallet = (name: 'Approve' | 'Decline') =>
  page.frameLocator('iframe').getByRole('button', { name }).click()

const findCard = (on: Page) => on.getByRole('listitem').filter({ hasText: REASON })

test('without a wallet a proposal is refused with a sentence, and the form stays open', async () => {
  await page.getByRole('button', { name: 'Create Proposal' }).click()
  await page.getByLabel('Target Address').fill('0x1')
  await submitForm()
  await expectAlert('Invalid Flow address format')
  await page.getByLabel('Target Address').fill(people.oscar.address)
  await submitForm()
  await expectAlert('Reason must be at least 20 characters')
  await page.getByLabel('Reason').fill(REASON)
  await submitForm()
  await expectAlert('Connect your wallet to create a proposal')
  expect(await page.getByLabel('Reason').inputValue()).toBe(REASON)
  await page.keyboard.press('Escape')
})

test('a member connects, and the app logs in with the proof of the wallet', async () => {
  const login = page.waitForResponse(
    (response) => response.url().endsWith('/v1/session') && response.request().method() === 'POST',
  )
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page.frameLocator('iframe').getByText('carol', { exact: true }).click()
  expect((await login).status()).toBe(200)
  await page.getByRole('heading', { name: 'Needs your vote' }).waitFor()
})

test('a signature that the member declines creates nothing', async () => {
  await page.getByRole('button', { name: 'Create Proposal' }).click()
  await submitForm()
  await page.getByRole('button', { name: 'Creating...' }).waitFor()
  await answerWallet('Decline')
  await expectAlert('Declined: User declined')
  const proposals = await api.call(listProposals)
  expect(proposals.filter(({ reason }) => reason === REASON)).toEqual([])
})

test('a signed proposal appears on every open page', async () => {
  await submitForm()
  await answerWallet('Approve')
  const explorer = page.context().waitForEvent('page')
  await expectAlert('Proposal created successfully!')
  expect((await explorer).url()).toContain('/transaction_results/')
  expect(await getForm().count()).toBe(0)
  await findCard(page).getByText('Total votes: 0 • Required: 3').waitFor()
  await findCard(onlooker).getByText('pending').waitFor()
})

test('a signed vote is counted on every open page, with its receipt', async () => {
  await findCard(page).getByRole('button', { name: 'Vote Against' }).click()
  await expectAlert('Are you sure you want to vote AGAINST this proposal?')
  await answerWallet('Decline')
  await expectAlert('Declined: User declined')
  await findCard(page).getByRole('button', { name: 'Vote For' }).click()
  await expectAlert('Are you sure you want to vote FOR this proposal?')
  await findCard(page).getByRole('button', { name: 'Voting...' }).first().waitFor()
  await answerWallet('Approve')
  await expectAlert('Vote cast successfully!')
  await findCard(page).getByText('You voted For.').first().waitFor()
  await findCard(onlooker).getByText('Total votes: 1 • Required: 3').waitFor()
  await findCard(onlooker).getByText('active').waitFor()
})

test('the vote on the page is the one on the chain, and the page is accessible', async () => {
  const proposal = (await api.call(listProposals)).find(({ reason }) => reason === REASON)
  const { votes } = await api.call(getProposal, { params: { id: String(proposal?.id) } })
  expect(votes).toMatchObject([{ voter: people.carol.address, support: true }])
  await findCard(page).getByText('What will happen').click()
  await findCard(page).getByText('Who voted').click()
  await findCard(page).getByText('with a score of').waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
})

test('another text than the one for the vote is not signed', async () => {
  await page.route('**/v1/messages', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    const text = data.text.replace('Choice: against', 'Choice: for')
    await route.fulfill({ response, json: { data: { ...data, text } } })
  })
  await findCard(page).getByRole('button', { name: 'Vote Against' }).click()
  await expectAlert('Are you sure you want to vote AGAINST this proposal?')
  await expectAlert(
    'The text that the server offers for signing is not the one for what you asked. Nothing was signed. Reload the page, and report it if it happens again.',
  )
  await page.unroute('**/v1/messages')
})

test('without a wallet a vote is refused with a sentence', async () => {
  await page.getByRole('button', { name: 'Disconnect' }).first().click()
  await waitFor('the wallet to be disconnected', async () =>
    page.getByRole('button', { name: 'Connect Wallet' }).first().isVisible(),
  )
  await findCard(page).getByRole('button', { name: 'Vote For' }).click()
  await expectAlert('Are you sure you want to vote FOR this proposal?')
  await expectAlert('Connect your wallet to vote')
})
