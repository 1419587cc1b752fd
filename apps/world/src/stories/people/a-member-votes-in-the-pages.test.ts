import { getProposal, listProposals } from '@app/api/routes/governance.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { drivePage, type PageDriver } from '../../testing/clients/drive-page.ts'
import { findAccessibilityProblems } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, openWatchedPage } from '../../testing/clients/open-watched-page.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const { people, urls, api } = connectToWorld()
const REASON = 'Passes on at once what it gets from many, é'

/** What is logged when the user declines, has no wallet, or none that opens, and when the text is another one. */
const REFUSED = [
  'Signing error SigningError: Declined',
  'status of 401',
  ': Connect your wallet to',
  'failed to open (was it blocked by',
  'Nothing was signed.',
]

let browser: Browser
let errors: ConsoleWatch
let page: Page
let driver: PageDriver
/** Open on the same list throughout; nobody touches it. */
let onlooker: Page

beforeAll(async () => {
  ;({ browser, page, errors } = await openWatchedPage(urls.web))
  driver = drivePage(page)
  onlooker = await page.context().newPage()
  for (const each of [page, onlooker]) await each.goto('/governance')
})

afterAll(() => browser.close())
afterEach(() => expect(errors.takeUnexpected(...REFUSED)).toEqual([]))

const getForm = () => page.getByRole('dialog', { name: 'Create Governance Proposal' })
const submitForm = () => getForm().getByRole('button', { name: 'Create Proposal' }).click()

const waitForFocus = (locator: Locator) =>
  waitFor(`${locator} to have the focus`, () =>
    locator.evaluate((element) => element === element.ownerDocument.activeElement),
  )

/** Presses Tab until an element in the page or in the wallet's frame has the focus. */
async function reachByTab(locator: Locator): Promise<void> {
  const hasFocus = () =>
    locator.evaluate(
      (element) =>
        element.ownerDocument.hasFocus() && element === element.ownerDocument.activeElement,
    )
  while (!(await hasFocus())) await page.keyboard.press('Tab')
}

const findCard = (on: Page) => on.getByRole('listitem').filter({ hasText: REASON })

test('without a wallet a proposal is refused with a sentence, and the form stays open', async () => {
  await page.getByRole('button', { name: 'Create Proposal' }).click()
  await page.getByLabel('Target Address').fill('0x1')
  await submitForm()
  await driver.expectAlert('Invalid Flow address format')
  await page.getByLabel('Target Address').fill(people.oscar.address)
  await submitForm()
  await driver.expectAlert('Reason must be at least 20 characters')
  await page.getByLabel('Reason').fill(` ${'👨‍👩‍👧 '.repeat(19)}\u2800`)
  await page.getByText('19/20 characters minimum').waitFor()
  await submitForm()
  await driver.expectAlert('Reason must be at least 20 characters')
  await page.getByLabel('Reason').fill('He emptied it.Money was gone at once')
  await submitForm()
  await driver.expectAlert(
    "Reason must not have links or mail addresses: 'it.Money' reads as one. If it is not one, put a space after its dot or colon",
  )
  await page.getByLabel('Reason').fill(REASON)
  await submitForm()
  await driver.expectAlert('Connect your wallet to create a proposal')
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
  await driver.answerWallet('Decline')
  await driver.expectAlert('Declined: User declined')
  const proposals = await api.call(listProposals)
  expect(proposals.filter(({ reason }) => reason === REASON)).toEqual([])
})

test('a signed proposal appears on every open page', async () => {
  await submitForm()
  await driver.answerWallet('Approve')
  const explorer = page.context().waitForEvent('page')
  await driver.expectAlert('Proposal created successfully!')
  expect((await explorer).url()).toContain('/transaction_results/')
  expect(await getForm().count()).toBe(0)
  await findCard(page).getByText('Total votes: 0 • Required: 3').waitFor()
  await findCard(onlooker).getByText('pending').waitFor()
})

test('a signed vote is counted on every open page, with its receipt', async () => {
  await findCard(page).getByRole('button', { name: 'Vote Against' }).click()
  await page.getByText(/^Your wallet then asks you to sign a text: your vote against/).waitFor()
  await driver.expectAlert('Are you sure you want to vote AGAINST this proposal?')
  await driver.answerWallet('Decline')
  await driver.expectAlert('Declined: User declined')
  await findCard(page).getByRole('button', { name: 'Vote For' }).click()
  await driver.expectAlert('Are you sure you want to vote FOR this proposal?')
  await findCard(page).getByRole('button', { name: 'Voting...' }).first().waitFor()
  await driver.answerWallet('Approve')
  await driver.expectAlert('Vote cast successfully!')
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

test('a vote that is not confirmed is not sent, and the focus returns to its button', async () => {
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  const button = findCard(page).getByRole('button', { name: 'Vote For' })
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to vote FOR this proposal?',
  })
  for (const cancel of [
    () => question.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await button.click()
    await question.waitFor()
    await cancel()
    await question.waitFor({ state: 'detached' })
    await waitForFocus(button)
  }
  expect(await page.locator('iframe').count()).toBe(0)
  expect(calls.filter((url) => /messages|vote$/.test(url))).toEqual([])
})

test('a vote whose wallet is closed says so', async () => {
  await findCard(page).getByRole('button', { name: 'Vote Against' }).click()
  await driver.expectAlert('Are you sure you want to vote AGAINST this proposal?')
  const wallet = page.frameLocator('iframe')
  await wallet.getByRole('button', { name: 'Approve' }).waitFor()
  await wallet.locator('body').evaluate(({ ownerDocument }) => {
    ownerDocument.defaultView?.parent.postMessage({ type: 'FCL:VIEW:CLOSE' }, '*')
  })
  await driver.expectAlert('Declined: Externally Halted')
})

test.each([
  ['Against', 'AGAINST', 0],
  ['For', 'FOR', 1],
])('a vote %s is cast by keyboard alone', async (side, asked, votesFor) => {
  await page.getByRole('region', { name: 'List of proposals' }).focus()
  await reachByTab(findCard(page).getByRole('button', { name: `Vote ${side}` }))
  await page.keyboard.press('Space')
  const question = page.getByRole('alertdialog', {
    name: `Are you sure you want to vote ${asked} this proposal?`,
  })
  await waitForFocus(question.getByRole('button', { name: 'OK' }))
  await page.keyboard.press('Enter')
  const approve = page.frameLocator('iframe').getByRole('button', { name: 'Approve' })
  await approve.waitFor()
  await reachByTab(approve)
  await page.keyboard.press('Enter')
  const told = page.getByRole('alertdialog', { name: 'Vote cast successfully!' })
  await waitForFocus(told.getByRole('button', { name: 'OK' }))
  await page.keyboard.press('Enter')
  await findCard(onlooker)
    .getByText(`For: ${votesFor} (${100 * votesFor}%)`)
    .waitFor()
})

test.each([
  ['POP/RPC', 'Popup failed to open (was it blocked by a popup blocker?)'],
  ['TAB/RPC', 'Tab failed to open (was it blocked by the browser?)'],
])('a wallet whose window (%s) the browser blocks says so', async (method, message) => {
  // A wallet that signs in a window of its own, as FCL keeps it between two visits.
  await page.evaluate((wanted) => {
    const user = JSON.parse(localStorage.getItem('CURRENT_USER') ?? '')
    for (const each of user.services) if (each.type === 'user-signature') each.method = wanted
    localStorage.setItem('CURRENT_USER', JSON.stringify(user))
  }, method)
  await page.reload()
  await page.evaluate(() => Object.assign(globalThis, { open: () => null }))
  await findCard(page).getByRole('button', { name: 'Vote For' }).click()
  await driver.expectAlert('Are you sure you want to vote FOR this proposal?')
  await driver.expectAlert(message)
})

test('another text than the one for the vote is not signed', async () => {
  await page.route('**/v1/messages', async (route) => {
    const response = await route.fetch()
    const { data } = await response.json()
    const text = data.text.replace('Choice: against', 'Choice: for')
    await route.fulfill({ response, json: { data: { ...data, text } } })
  })
  await findCard(page).getByRole('button', { name: 'Vote Against' }).click()
  await driver.expectAlert('Are you sure you want to vote AGAINST this proposal?')
  await driver.expectAlert(
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
  await driver.expectAlert('Are you sure you want to vote FOR this proposal?')
  await driver.expectAlert('Connect your wallet to vote')
})
