import { getProposal, listProposals } from '@app/api/routes/governance.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  drivePage,
  FAILURES_WITHOUT_MESSAGE,
  type PageDriver,
} from '../../testing/clients/drive-page.ts'
import { findAccessibilityProblems } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, openWatchedPage } from '../../testing/clients/open-watched-page.ts'
import { buildAnswer, buildFailure } from '../../testing/clients/replace-answer.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const { people, urls, api } = connectToWorld()

/** Longer than the preview of a card. */
const REASON =
  `Takes a share of every payment that passes through it. ${'Nobody agreed to that. '.repeat(6)}`.trim()
const PREVIEW = `${REASON.slice(0, 150)}...`
const OTHER_REASON = 'Sends the same message to everybody, every hour'
const MESSAGE = 'The database is being repaired until noon. Try again then.'

const VOTES = '**/v1/governance/proposals/*/vote'
const PROPOSALS = '**/v1/governance/proposals'

/** What is logged of the calls that this story lets fail, and of what the user declines or cannot do. */
const EXPECTED = [
  'the server responded with a status of',
  'net::ERR_FAILED',
  '/v1/governance/proposals',
  'Signing error SigningError: Declined',
  ': Connect your wallet to',
  'failed to open (was it blocked by',
  'Provider for external topic',
  '"discovery.authn.endpoint" in config must be defined',
]

let browser: Browser
let page: Page
let driver: PageDriver
/** Open on the same list, in another window. */
let onlooker: Page
let errors: ConsoleWatch

beforeAll(async () => {
  ;({ browser, page, errors } = await openWatchedPage(urls.web))
  driver = drivePage(page)
  onlooker = await (await browser.newContext({ baseURL: urls.web })).newPage()
  for (const each of [page, onlooker]) {
    each.setDefaultTimeout(60_000)
    await each.goto('/governance')
  }
})

afterAll(() => browser.close())
afterEach(() => expect(errors.takeUnexpected(...EXPECTED)).toEqual([]))

const getCards = (on: Page) =>
  on.getByRole('region', { name: 'List of proposals' }).locator('> ul > li')
const findCard = (on: Page, text: string): Locator => getCards(on).filter({ hasText: text })

/** Expects that a failed call was logged since the last time. */
const expectLogged = async (text: string) => {
  await waitFor(`'${text}' in the console`, () =>
    driver.getLogged().some((line) => line.includes(text)),
  )
  driver.clearLogged()
}

test.each([
  ['what the server says', buildFailure(MESSAGE), MESSAGE],
  [
    'the text of the error',
    { status: 500, body: '' },
    'The response of the server cannot be read (status 500). Try again later.',
  ],
  [
    'what may be the cause',
    buildFailure('', 500),
    'Failed to load proposals. Backend may not be running.',
  ],
])('a list that cannot be loaded says %s, and can be loaded again', async (_, answer, text) => {
  await driver.withAnswer({ path: PROPOSALS, method: 'GET' }, answer, async () => {
    await page.reload()
    const failure = page.getByRole('alert').filter({ hasText: 'Error Loading Proposals' })
    await failure.getByText(text, { exact: true }).waitFor()
    expect(await getCards(page).count()).toBe(0)
    await expectLogged('GET /v1/governance/proposals failed')
  })
  // The page also tries again by itself, and may have done so before the click.
  const button = page.getByRole('button', { name: 'Try Again' })
  await button.click({ timeout: 3_000 }).catch(() => {})
  await getCards(page).first().waitFor()
})

test('an empty list invites to the first proposal', async () => {
  await driver.withAnswer({ path: PROPOSALS, method: 'GET' }, buildAnswer([]), async () => {
    await page.reload()
    await page.getByText('Be the first to create a governance proposal').waitFor()
    await page.getByRole('button', { name: 'Create First Proposal' }).click()
    await page.getByRole('dialog', { name: 'Create Governance Proposal' }).waitFor()
  })
})

test('a list in all forms of the spec is shown, without what cannot be read', async () => {
  const own = {
    id: '91',
    action: 'Pause',
    targetAddress: people.cache.address,
    proposer: people.dave.address.toUpperCase().replace('0X', '0x'),
    reason: 'Has no field more than it needs',
    status: 'On hold',
    votesFor: '199',
    votesAgainst: '1',
    createdAt: '1767225600',
  }
  const list = buildAnswer([
    { ...own, status: 'EXECUTED', id: 'none' },
    own,
    { ...own, id: 90, action: 'freeze', status: 'Active', reason: 'Another', txId: null },
    null,
  ])
  await driver.withAnswer({ path: PROPOSALS, method: 'GET' }, list, async () => {
    await page.reload()
    await waitFor('the two that can be read', async () => (await getCards(page).count()) === 2)
    const card = findCard(page, own.reason)
    await card.getByRole('heading').click()
    for (const text of [
      'Proposal #91: PAUSE',
      '📋',
      'Total votes: 200 • Required: 3',
      'Voting closed - On hold',
    ])
      await card.getByText(text).waitFor()
    const badge = card.getByText('On hold', { exact: true })
    expect(await badge.getAttribute('class')).toContain('sunken')
    await findCard(page, 'Another').getByRole('button', { name: 'Vote For' }).waitFor()
    await expectLogged('A row of GET /v1/governance/proposals cannot be read')
  })
  await page.reload()
  await getCards(page).nth(2).waitFor()
})

async function openForm(reason: string, target: string = people.cache.address): Promise<void> {
  await page.getByRole('button', { name: 'Create Proposal' }).click()
  await page.getByLabel('Target Address').fill(target)
  await page.getByLabel('Reason').fill(reason)
}

const submitForm = async (answer?: 'Approve' | 'Decline') => {
  const form = page.getByRole('dialog', { name: 'Create Governance Proposal' })
  await form.getByRole('button', { name: 'Create Proposal' }).click()
  if (answer !== undefined) await driver.answerWallet(answer)
}

test('a proposal with a wrong target, a short reason or no wallet says so, and the form stays open', async () => {
  await openForm('', '0x1')
  await submitForm()
  await driver.expectAlert('Invalid Flow address format')
  await page.getByLabel('Target Address').fill(people.cache.address)
  await submitForm()
  await driver.expectAlert('Reason must be at least 20 characters')
  await page.getByLabel('Reason').fill(REASON)
  await submitForm()
  await driver.expectAlert('Connect your wallet to create a proposal')
  expect(await page.getByLabel('Reason').inputValue()).toBe(REASON)
  await page.keyboard.press('Escape')
})

test('a proposal that is declined or refused says so, and without a message it says that it failed', async () => {
  await driver.connect('dave')
  await page.getByRole('heading', { name: 'Needs your vote' }).waitFor()
  await openForm(REASON)
  await submitForm('Decline')
  await driver.expectAlert('Declined: User declined')
  driver.clearLogged()
  for (const [answer, text] of [
    [buildFailure(MESSAGE, 409), MESSAGE],
    ...FAILURES_WITHOUT_MESSAGE.map((failure) => [failure, 'Failed to create proposal'] as const),
  ] as const) {
    await driver.withAnswer({ path: PROPOSALS, method: 'POST' }, answer, async () => {
      await submitForm('Approve')
      await driver.expectAlert(text)
      await expectLogged('POST /v1/governance/proposals failed')
    })
  }
  expect(await page.getByLabel('Reason').inputValue()).toBe(REASON)
  const proposals = await api.call(listProposals)
  expect(proposals.filter(({ reason }) => reason === REASON)).toEqual([])
})

test('the explorer opens for a created proposal on OK, which shows on every open page', async () => {
  await submitForm('Approve')
  const explorer = page.context().waitForEvent('page')
  await driver.expectAlert('Proposal created successfully!')
  const opened = await explorer
  expect(opened.url()).toContain('/transaction_results/')
  await opened.close()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await findCard(page, PREVIEW).getByText('Total votes: 0 • Required: 3').waitFor()
  await findCard(onlooker, PREVIEW).getByText('pending').waitFor()
})

test('the explorer does not open without a transaction', async () => {
  await openForm(OTHER_REASON, people.cafe.address)
  const [created] = await api.call(listProposals)
  const answer = buildAnswer({ ...created, txId: undefined })
  await driver.withAnswer({ path: PROPOSALS, method: 'POST' }, answer, async () => {
    await submitForm('Approve')
    const pages = page.context().pages().length
    await driver.expectAlert('Proposal created successfully!')
    await findCard(page, PREVIEW).waitFor()
    expect(page.context().pages()).toHaveLength(pages)
  })
})

test('a long reason is shown in full on demand', async () => {
  const card = findCard(page, PREVIEW)
  await card.getByRole('button', { name: 'Show more' }).click()
  await findCard(page, REASON).getByRole('button', { name: 'Show less' }).click()
  await card.getByRole('button', { name: 'Show more' }).waitFor()
})

type Side = 'For' | 'Against'

const clickVote = (side: Side) =>
  findCard(page, PREVIEW)
    .getByRole('button', { name: `Vote ${side}` })
    .click()

async function confirmVote(side: Side, answer?: 'Approve' | 'Decline'): Promise<void> {
  await clickVote(side)
  await driver.expectAlert(`Are you sure you want to vote ${side.toUpperCase()} this proposal?`)
  if (answer !== undefined) await driver.answerWallet(answer)
}

test('a vote that is not confirmed is not sent, and the focus returns to its button', async () => {
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  const button = findCard(page, PREVIEW).getByRole('button', { name: 'Vote For' })
  const question = page.getByRole('alertdialog')
  for (const cancel of [
    () => question.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await clickVote('For')
    await question.waitFor()
    await cancel()
    await question.waitFor({ state: 'detached' })
    await waitFor('the button to have the focus', () =>
      button.evaluate((element) => element === element.ownerDocument.activeElement),
    )
  }
  expect(calls.filter((url) => /messages|vote$/.test(url))).toEqual([])
})

test('a vote that is declined or refused says so, and without a message it says that it failed', async () => {
  await confirmVote('For', 'Decline')
  await driver.expectAlert('Declined: User declined')
  for (const [answer, text] of [
    [buildFailure(MESSAGE, 403), MESSAGE],
    ...FAILURES_WITHOUT_MESSAGE.map((failure) => [failure, 'Failed to cast vote'] as const),
  ] as const) {
    await driver.withAnswer({ path: VOTES, method: 'POST' }, answer, async () => {
      await confirmVote('Against', 'Approve')
      await driver.expectAlert(text)
      await expectLogged('POST /v1/governance/proposals/:id/vote failed')
    })
  }
})

test('each vote shows on another open page without a reload, and the last is the one on the chain', async () => {
  for (const side of ['For', 'Against', 'For'] as const) {
    const shown = findCard(onlooker, PREVIEW).getByText(`${side}: 1 (100%)`).waitFor()
    await confirmVote(side, 'Approve')
    await shown
    await driver.expectAlert('Vote cast successfully!')
  }
  const card = findCard(page, PREVIEW)
  await card.getByText('You voted For.').first().waitFor()
  await card.getByText('What will happen').click()
  await card.getByText('Who voted').click()
  await card.getByText('with a score of').waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  const { id } = (await api.call(listProposals)).find(({ reason }) => reason === REASON) ?? {}
  const { votes } = await api.call(getProposal, { params: { id: String(id) } })
  expect(votes).toMatchObject([{ voter: people.dave.address, support: true }])
})

/** Lets the wallet sign in another way, as FCL keeps it between two visits. */
async function signBy(method: string): Promise<void> {
  await page.evaluate((wanted) => {
    const user = JSON.parse(localStorage.getItem('CURRENT_USER') ?? '')
    const change = { method: wanted, params: { externalProvider: 'a-topic' } }
    for (const each of user.services)
      if (each.type === 'user-signature') Object.assign(each, change)
    localStorage.setItem('CURRENT_USER', JSON.stringify(user))
  }, method)
  await page.reload()
}

test.each([
  ['POP/RPC', 'Popup failed to open (was it blocked by a popup blocker?)', /width=640, height=770/],
  ['TAB/RPC', 'Tab failed to open (was it blocked by the browser?)', /_blank$/],
])('a wallet whose window (%s) the browser blocks says so', async (method, message, asked) => {
  await signBy(method)
  await page.evaluate(`open = (...asked) => { globalThis.asked = asked.join(); return null }`)
  await confirmVote('Against')
  await driver.expectAlert(message)
  expect(await page.evaluate('asked')).toMatch(asked)
})

test('a wallet that another library should have connected, and has not, says so', async () => {
  // FCL loads WalletConnect only with a project.
  await page.addInitScript(`
    const { parse } = JSON
    const addProject = (value) => value?.walletUrl ? { ...value, walletConnectProjectId: 'a-project' } : value
    JSON.parse = (...given) => addProject(parse(...given))`)
  await signBy('WC/RPC')
  await confirmVote('Against')
  await driver.expectAlert('Provider for external topic not found after 5 seconds')
})

test('without a wallet a vote is refused with a sentence', async () => {
  await page.getByRole('button', { name: 'Disconnect' }).first().click()
  await page.getByRole('button', { name: 'Connect Wallet' }).first().waitFor()
  await confirmVote('For')
  await driver.expectAlert('Connect your wallet to vote')
})
