import { getProposal, listProposals } from '@app/api/routes/governance.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { drivePage, type PageDriver } from '../../testing/clients/drive-page.ts'
import { type ConsoleWatch, openWatchedPage } from '../../testing/clients/open-watched-page.ts'
import { buildFailure } from '../../testing/clients/replace-answer.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { waitFor } from '../../testing/wait-for.ts'

const { people, urls, api } = connectToWorld()

/** Longer than the preview of a card. */
const REASON =
  `Takes a share of every payment that passes through it. ${'Nobody agreed to that. '.repeat(6)}`.trim()
const PREVIEW = `${REASON.slice(0, 150)}...`
const OTHER_REASON = 'Sends the same message to everybody, every hour'

/** What is logged of the calls that this story lets fail: by the browser, and by the page. */
const FAILED_CALLS = [
  'the server responded with a status of',
  'net::ERR_FAILED',
  '/v1/governance/proposals',
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
afterEach(() => expect(errors.takeUnexpected(...FAILED_CALLS)).toEqual([]))

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

const VOTES = '**/v1/governance/proposals/*/vote'
const PROPOSALS = '**/v1/governance/proposals'

/** A failure whose message is empty. */
const WITHOUT_TEXT = buildFailure('', 500)

async function openForm(reason: string, target = people.cache.address): Promise<void> {
  await page.getByRole('button', { name: 'Create Proposal' }).click()
  await page.getByLabel('Target Address').fill(target)
  await page.getByLabel('Reason').fill(reason)
}

const submitForm = async () => {
  const form = page.getByRole('dialog', { name: 'Create Governance Proposal' })
  await form.getByRole('button', { name: 'Create Proposal' }).click()
  await driver.answerWallet('Approve')
}

async function vote(card: Locator, side: 'For' | 'Against'): Promise<void> {
  await card.getByRole('button', { name: `Vote ${side}` }).click()
  await driver.expectAlert(`Are you sure you want to vote ${side.toUpperCase()} this proposal?`)
  await driver.answerWallet('Approve')
}

test('a list that cannot be loaded says what the server says, and can be loaded again', async () => {
  const message = 'The database is being repaired until noon. Try again then.'
  await driver.answerWith(PROPOSALS, 'GET', {
    status: 503,
    body: JSON.stringify({ code: 'unavailable', message }),
    contentType: 'application/json',
  })
  await page.reload()
  const failure = page.getByRole('alert').filter({ hasText: 'Error Loading Proposals' })
  await failure.getByText(message, { exact: true }).waitFor()
  expect(await getCards(page).count()).toBe(0)
  await expectLogged('GET /v1/governance/proposals failed')
  await page.unroute(PROPOSALS)
  // The page also tries again by itself, and may have done so before the click.
  const button = page.getByRole('button', { name: 'Try Again' })
  await button.click({ timeout: 3_000 }).catch(() => {})
  await getCards(page).first().waitFor()
})

test('a list without a readable answer shows the text of the error', async () => {
  await driver.answerWith(PROPOSALS, 'GET', { status: 500, body: '' })
  await page.reload()
  await page
    .getByText('The response of the server cannot be read (status 500). Try again later.')
    .waitFor()
  await page.unroute(PROPOSALS)
  await page.route(PROPOSALS, (route) => route.abort())
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page
    .getByText('The server cannot be reached. Check your connection and try again.')
    .waitFor()
  await page.unroute(PROPOSALS)
  await driver.answerWith(PROPOSALS, 'GET', WITHOUT_TEXT)
  await page.getByRole('button', { name: 'Try Again' }).click()
  await page
    .getByText('Failed to load proposals. Backend may not be running.', { exact: true })
    .waitFor()
  await expectLogged('GET /v1/governance/proposals failed')
  await page.unroute(PROPOSALS)
  // The page also tries again by itself, and may have done so before the click.
  const button = page.getByRole('button', { name: 'Try Again' })
  await button.click({ timeout: 3_000 }).catch(() => {})
  await getCards(page).first().waitFor()
})

test('an empty list invites to the first proposal, and an empty filter names itself', async () => {
  await driver.answerWith(PROPOSALS, 'GET', {
    body: '{"data":[]}',
    contentType: 'application/json',
  })
  await page.reload()
  await page.getByRole('heading', { name: 'No Proposals Yet' }).waitFor()
  await page.getByText('Be the first to create a governance proposal').waitFor()
  await page.getByRole('button', { name: 'Create First Proposal' }).click()
  await page.getByRole('dialog', { name: 'Create Governance Proposal' }).waitFor()
  await page.keyboard.press('Escape')
  for (const filter of ['Active', 'Pending', 'Executed']) {
    await page.getByRole('button', { name: filter, exact: true }).click()
    await page.getByRole('heading', { name: `No ${filter} Proposals` }).waitFor()
  }
  await page.unroute(PROPOSALS)
  await page.reload()
  await getCards(page).first().waitFor()
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
  await driver.answerWithData(PROPOSALS, 'GET', [
    { ...own, status: 'EXECUTED', id: 'none' },
    own,
    { ...own, id: 90, action: 'freeze', status: 'Active', reason: 'Another', txId: null },
    null,
  ])
  await page.reload()
  await waitFor('the two that can be read', async () => (await getCards(page).count()) === 2)
  const card = findCard(page, own.reason)
  await card.getByText('Proposal #91: PAUSE').waitFor()
  await card.getByText('📋').waitFor()
  await card.getByText('Total votes: 200 • Required: 3').waitFor()
  await card.getByText('Voting closed - On hold').waitFor()
  expect(await card.getByText('On hold', { exact: true }).getAttribute('class')).toContain('sunken')
  await findCard(page, 'Another').getByRole('button', { name: 'Vote For' }).waitFor()
  await expectLogged('A row of GET /v1/governance/proposals cannot be read')
  await page.unroute(PROPOSALS)
  await page.reload()
  await getCards(page).nth(2).waitFor()
})

test('the cards of the history have their state in words and colour', async () => {
  for (const [text, status, colour] of [
    ['Victor says that mallory has a copy', 'executed', 'good'],
    ['it must be a mixer', 'rejected', 'bad'],
    ['Collects from dozens of wallets', 'expired', 'sunken'],
    ['rosa keeps his recovery wallet', 'approved', 'sunken'],
  ] as const) {
    const card = findCard(page, text)
    await card.getByText(`Voting closed - ${status}`).waitFor()
    const badge = card.getByText(status, { exact: true })
    expect(await badge.getAttribute('class')).toContain(`bg-${colour}`)
    expect(await card.getByRole('button', { name: /^Vote/ }).count()).toBe(0)
  }
  const open = findCard(page, 'Emptied more than ten wallets').getByText('active', { exact: true })
  expect(await open.getAttribute('class')).toContain('bg-info')
})

test('victor is shown as protected in blue, and the mule as frozen in red, with a countdown', async () => {
  const visitor = await page.context().newPage()
  for (const [person, text, tone] of [
    [people.victor, /^Protected by vote until .+ends in \d/, 'bg-info-soft'],
    [people.mule, /^Frozen by vote until .+ends in \d/, 'bg-bad-soft'],
  ] as const) {
    await visitor.goto(`/wallet/${person.address}`)
    const status = visitor.getByRole('list', { name: 'Status of this wallet' })
    const line = status.getByRole('listitem').filter({ hasText: 'by vote until' })
    await line.waitFor()
    expect((await line.textContent())?.replaceAll(/\s+/g, ' ')).toMatch(text)
    expect(await line.getAttribute('class')).toContain(tone)
  }
  await visitor.close()
})

test('a proposal that the server refuses says so, and without a message it says that it failed', async () => {
  await page.getByRole('button', { name: 'Connect Wallet' }).first().click()
  await page.frameLocator('iframe').getByText('dave', { exact: true }).click()
  await page.getByRole('heading', { name: 'Needs your vote' }).waitFor()
  driver.clearLogged()
  await openForm(REASON)
  const message = 'This account has 3 open proposals, which is the most.'
  await driver.answerWith(PROPOSALS, 'POST', {
    status: 409,
    body: JSON.stringify({ code: 'proposal_refused', message }),
    contentType: 'application/json',
  })
  await submitForm()
  await driver.expectAlert(message)
  await expectLogged('POST /v1/governance/proposals failed')
  await page.unroute(PROPOSALS)
  for (const answer of [{ status: 500, body: '' }, WITHOUT_TEXT]) {
    await driver.answerWith(PROPOSALS, 'POST', answer)
    await submitForm()
    await driver.expectAlert('Failed to create proposal')
    await expectLogged('POST /v1/governance/proposals failed')
    await page.unroute(PROPOSALS)
  }
  expect(await page.getByLabel('Reason').inputValue()).toBe(REASON)
})

test('the explorer opens for a created proposal on OK', async () => {
  await submitForm()
  const explorer = page.context().waitForEvent('page')
  await driver.expectAlert('Proposal created successfully!')
  const opened = await explorer
  expect(opened.url()).toContain('/transaction_results/')
  await opened.close()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await findCard(onlooker, PREVIEW).getByText('pending').waitFor()
})

test('the explorer does not open without a transaction', async () => {
  await openForm(OTHER_REASON, people.cafe.address)
  const [created] = await api.call(listProposals)
  await driver.answerWith(PROPOSALS, 'POST', {
    body: JSON.stringify({ data: { ...created, txId: undefined } }),
    contentType: 'application/json',
  })
  await submitForm()
  const pages = page.context().pages().length
  await driver.expectAlert('Proposal created successfully!')
  await page.unroute(PROPOSALS)
  await findCard(page, PREVIEW).waitFor()
  expect(page.context().pages()).toHaveLength(pages)
})

test('a long reason is shown in full on demand', async () => {
  const card = findCard(page, PREVIEW)
  await card.getByRole('button', { name: 'Show more' }).click()
  await findCard(page, REASON).getByRole('button', { name: 'Show less' }).click()
  await card.getByRole('button', { name: 'Show more' }).waitFor()
})

test('a vote that the server refuses says so, and without a message it says that it failed', async () => {
  const card = findCard(page, PREVIEW)
  const message = 'The score of this wallet is below 60.'
  await driver.answerWith(VOTES, 'POST', {
    status: 403,
    body: JSON.stringify({ code: 'not_eligible', message }),
    contentType: 'application/json',
  })
  await vote(card, 'For')
  await driver.expectAlert(message)
  await expectLogged('POST /v1/governance/proposals/:id/vote failed')
  await page.unroute(VOTES)
  for (const answer of [{ status: 500, body: '' }, WITHOUT_TEXT]) {
    await driver.answerWith(VOTES, 'POST', answer)
    await vote(card, 'Against')
    await driver.expectAlert('Failed to cast vote')
    await expectLogged('POST /v1/governance/proposals/:id/vote failed')
    await page.unroute(VOTES)
  }
})

/** Votes with the page's wallet, and waits until another open page shows it. */
async function voteWatched(side: 'For' | 'Against'): Promise<void> {
  const shown = findCard(onlooker, PREVIEW).getByText(`${side}: 1 (100%)`).waitFor()
  await vote(findCard(page, PREVIEW), side)
  await shown
  await driver.expectAlert('Vote cast successfully!')
}

test('a vote shows on another open page without a reload', async () => {
  const proposal = (await api.call(listProposals)).find(({ reason }) => reason === REASON)
  for (const side of ['For', 'Against', 'For'] as const) await voteWatched(side)
  const { votes } = await api.call(getProposal, { params: { id: String(proposal?.id) } })
  expect(votes).toMatchObject([{ voter: people.dave.address, support: true }])
})
