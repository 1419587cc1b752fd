import { readFile } from 'node:fs/promises'
import { getCase } from '@app/api/routes/cases.ts'
import { getProtection } from '@app/api/routes/governance.ts'
import { listInWallet } from '@app/contracts/calls.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Person } from '../../people/create-person.ts'
import { openScamList } from '../../snapshot/scam-list.ts'
import { drivePage, type PageDriver } from '../../testing/clients/drive-page.ts'
import { findAccessibilityProblems, openBrowser } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, watchConsole } from '../../testing/clients/open-watched-page.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { collectForTrip } from '../../testing/open-new-accounts.ts'
import { waitFor } from '../../testing/wait-for.ts'

const world = connectToWorld()
const { chain, api, urls, databaseUrl } = world

const REASON = 'I collected for a trip of seven friends, and paid the hotel.'
const STATEMENT = 'The six payments are for our trip; ask the hotel.'

interface Window {
  page: Page
  driver: PageDriver
}

/** Is listed by mistake, and knows only what the pages say. */
let kim: Person
let caseId: string
let owner: Window
let member: Window
let visitor: Window
/** Of each window. */
const watches: ConsoleWatch[] = []
const resources = new AsyncDisposableStack()

beforeAll(async () => {
  kim = await collectForTrip(world)
  const accounts = new Map([['kim', kim.address]])
  await chain.submitUntilSealed({
    call: listInWallet({ accounts }),
    signers: [chain.service.address],
  })
  const scamList = await openScamList(databaseUrl, resources)
  await scamList.add({
    address: kim.address,
    source: 'imported list',
    reason: 'Was reported as a collector of stolen money.',
    contact: 'list@example.org',
  })
  await waitFor('kim to be flagged', async () => (await readProtection()).flag !== null)
  caseId = (await readProtection()).flag?.caseId ?? ''
  owner = await openWindow()
  member = await openWindow()
  visitor = await openWindow()
})

afterEach(() => expect(watches.flatMap((watch) => watch.takeUnexpected())).toEqual([]))
afterAll(async () => {
  await resources.disposeAsync()
})

/** Opens a browser of its own: the contexts of the Chromium from npm share what a wallet stores. */
async function openWindow(): Promise<Window> {
  const browser: Browser = await openBrowser()
  resources.defer(() => browser.close())
  const context = await browser.newContext({ baseURL: urls.web })
  watches.push(watchConsole(context))
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return { page, driver: drivePage(page) }
}

const readProtection = () => api.call(getProtection, { params: { address: kim.address } })
const getWalletPath = () => `/wallet/${kim.address}`
const getCasePath = () => `${getWalletPath()}?case=${caseId}`
const getTimeline = ({ page }: Window) => page.getByRole('list', { name: 'Timeline of this case' })

const findCard = ({ page }: Window) => page.getByRole('listitem').filter({ hasText: REASON })

test('the dashboard of the owner tells of the accusation, and leads to the banner', async () => {
  const { page, driver } = owner
  await page.goto('/dashboard')
  await driver.connect('kim')
  await page.getByText('Something is held against your wallet.').waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await page.getByRole('link', { name: 'See it and appeal' }).click()
  await page.waitForURL(`**${getWalletPath()}#status`)
  const banner = page.getByRole('list', { name: 'Status of this wallet' })
  await banner.getByText('because of a scam list').waitFor()
  await banner.getByText('Who says so: the agent', { exact: false }).waitFor()
  await banner.getByText('write to its keeper: list@example.org', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Appeal', exact: true }).waitFor()
})

test('from the banner to the acknowledgement it takes two clicks and one signature', async () => {
  const { page, driver } = owner
  const signatures: string[] = []
  page.on(
    'request',
    (request) => request.url().endsWith('/v1/appeals') && signatures.push(request.postData() ?? ''),
  )
  const clicks = await countClicks(page)
  await page.getByRole('button', { name: 'Appeal', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Appeal', exact: true })
  await waitFor('the reason to have the focus', () =>
    dialog
      .getByLabel('Why is it wrong?')
      .evaluate((field) => field === field.ownerDocument.activeElement),
  )
  await page.keyboard.type(REASON)
  await dialog.getByText(/Flag: \d+\nReason SHA-256/).waitFor()
  const shown = await dialog.getByRole('figure').locator('pre').textContent()
  await dialog.getByRole('button', { name: 'Sign and send' }).click()
  await driver.answerWallet('Approve')
  const receipt = page.getByRole('dialog', { name: 'Your appeal was received' })
  await receipt.getByText(/^Appeal #\d+ against the flag is open\.$/).waitFor()
  expect(clicks()).toEqual(['Appeal', 'Sign and send'])
  expect(signatures).toHaveLength(1)
  expect(JSON.parse(signatures[0] ?? '').wallet.signatures).toHaveLength(1)
  expect(await receipt.textContent()).toMatch(
    /Proposal #\d+.*Voting, 24 hours.*Ends in (23 h|24 h|1 d)/,
  )
  const entries = (await readCase()).entries
  expect(entries.find(({ kind }) => kind === 'appeal')?.message?.text).toBe(shown)
  expect(await findAccessibilityProblems(page)).toEqual([])
})

async function readCase() {
  const params = { address: kim.address, caseId }
  await waitFor('the case to have the appeal', async () => {
    const { entries } = await api.call(getCase, { params })
    return entries.some(({ kind }) => kind === 'appeal')
  })
  return api.call(getCase, { params })
}

test('the case shows the appeal, its clock and the decision before it', async () => {
  const { page } = owner
  await page.getByRole('dialog').getByRole('link', { name: 'See the case' }).click()
  await page.waitForURL(`**${getCasePath()}`)
  await getTimeline(owner)
    .getByText(/^The owner appealed against flag \d+: appeal #\d+$/)
    .waitFor()
  await getTimeline(owner).getByText('Earlier decision').waitFor()
  await getTimeline(owner).getByText(REASON).first().waitFor()
  const clocks = page.getByRole('list', { name: 'Clocks of this case' })
  await clocks.getByText(/^Voting on appeal #\d+ ends/).waitFor()
  expect(await page.getByRole('button', { name: 'Appeal', exact: true }).count()).toBe(0)
  expect(await findAccessibilityProblems(page)).toEqual([])
})

test('a member votes on it on the governance page, sees the receipt, and finds the case', async () => {
  const { page, driver } = member
  await page.goto('/governance')
  await driver.connect('dave')
  const card = findCard(member).first()
  await card.getByRole('button', { name: 'Vote For' }).click()
  await driver.expectAlert('Are you sure you want to vote FOR this proposal?')
  await driver.answerWallet('Approve')
  await driver.expectAlert('Vote cast successfully!')
  await card.getByText('Receipt: what you signed').click()
  await card.getByText('Choice: for').first().waitFor()
  await card.getByRole('link', { name: 'View Transaction' }).first().waitFor()
  expect(await findAccessibilityProblems(page)).toEqual([])
  await card.getByRole('link', { name: 'See the case' }).click()
  await page.waitForURL(`**${getCasePath()}`)
  await getTimeline(member)
    .getByText(/^A vote For proposal #\d+/)
    .waitFor()
})

test('the owner states something in the case, with one signature', async () => {
  const { page, driver } = owner
  await page.getByLabel('State your side').fill(STATEMENT)
  await page.getByText(`Case: ${caseId}`).waitFor()
  await page.getByRole('button', { name: 'Sign and state' }).click()
  await driver.answerWallet('Approve')
  await page.getByRole('blockquote').getByText(STATEMENT).first().waitFor()
})

test('a visitor reads accusation, appeal and statement, and takes the case along', async () => {
  const { page } = visitor
  await page.goto(getCasePath())
  const says = page.getByRole('region', { name: 'What the owner says' })
  await says.getByText(STATEMENT).waitFor()
  expect(await page.getByRole('button', { name: 'Sign and state' }).count()).toBe(0)
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  const file = await download('Download the case (JSON)')
  expect(file).toMatchObject({ address: kim.address, caseId, ownerStatement: { text: STATEMENT } })
  const evidence = await download('For an outside court (ERC-1497)')
  expect(evidence).toMatchObject({
    metaEvidence: { fileHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  })
  expect(await findAccessibilityProblems(page)).toEqual([])
})

async function download(button: string): Promise<unknown> {
  const started = visitor.page.waitForEvent('download')
  await visitor.page.getByRole('button', { name: button }).click()
  return JSON.parse(await readFile(await (await started).path(), 'utf8'))
}

test('the promise in the footer leads the owner to what is held, and a wallet without it to nothing', async () => {
  const { page } = owner
  await page.getByRole('contentinfo').getByRole('link', { name: 'open to appeal' }).click()
  await page.getByRole('heading', { name: /^Warnings/ }).waitFor()
  await page.getByText('An appeal against the flag is open').waitFor()
  await member.page.getByRole('contentinfo').getByRole('link', { name: 'open to appeal' }).click()
  await member.page.getByRole('heading', { name: 'Nothing to appeal' }).waitFor()
})

test('no page is wider than a small screen', async () => {
  await visitor.page.setViewportSize({ width: 320, height: 640 })
  for (const path of [getWalletPath(), getCasePath(), '/wallet#appeal', '/governance']) {
    await visitor.page.goto(path)
    await visitor.page.getByRole('contentinfo').waitFor()
    const width = await visitor.page.evaluate('document.documentElement.scrollWidth')
    expect(width, path).toBeLessThanOrEqual(320)
  }
})

/** Records the clicks on a page from now on; returns a function that lists what was clicked, by its text. */
async function countClicks(page: Page): Promise<() => readonly string[]> {
  const clicked: string[] = []
  await page.exposeFunction('recordClick', (text: string) => clicked.push(text))
  await page.evaluate(
    `document.addEventListener('click', ({ target }) => recordClick(target.textContent), { capture: true })`,
  )
  return () => clicked
}
