import { createHash } from 'node:crypto'
import type { ApiClient } from '@app/api/client/client.ts'
import { flagWallet } from '@app/api/routes/actions.ts'
import { listInbox } from '@app/api/routes/alerts.ts'
import { getCase, listCases } from '@app/api/routes/cases.ts'
import { getVoteArchive } from '@app/api/routes/governance.ts'
import type { CaseFile } from '@app/api/schemas/case.ts'
import type { VoteArchive } from '@app/api/schemas/vote-archive.ts'
import { type EventReader, openEventStream } from '@app/server/api/testing/open-event-stream.ts'
import type { Browser, Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createWatcher, type Watcher } from '../../testing/clients/create-watcher.ts'
import { logIn } from '../../testing/clients/log-in.ts'
import { openBrowser } from '../../testing/clients/open-browser.ts'
import { type ConsoleWatch, watchConsole } from '../../testing/clients/open-watched-page.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { createDecisions } from '../../testing/decide.ts'
import { expectMirrorEqualsChain } from '../../testing/expect-mirror-equals-chain.ts'
import { runMain, verifyFile } from '../../testing/run-command.ts'
import { waitFor } from '../../testing/wait-for.ts'

const world = connectToWorld()
const decisions = createDecisions(world)
const { people, api, urls, databaseUrl, emulator } = world
/** Lena is honest; bob is angry with her. */
const { alice, bob, carol, dave, finn, lena } = people

const SLANDER = 'Lena robbed her own grandmother and everybody in her street knows it.'
const HASH = createHash('sha256').update(SLANDER).digest('hex')
const REASON = 'It accuses a person of something that nobody proved.'
const WITHHELD =
  /Withheld by the operator, 20\d\d-\d\d-\d\d: It accuses a person of something that nobody proved\./

let id: number
let caseId: string
let session: ApiClient
let watcher: Watcher
/** Open throughout, as on the pages of somebody who does not reload them. */
let proposalStream: EventReader
let alertStream: EventReader
let browser: Browser
let page: Page
let errors: ConsoleWatch
const resources = new AsyncDisposableStack()

/** A place where the slander stands, and what stands there while it is withheld. */
interface Place {
  name: string
  read(): Promise<string>
  instead: RegExp
}

const IN_CASE = /"text":null,"withheld":{"at":"20[^"]*Z","reason":"It accuses a person/

const describePath = (name: string, buildPath: () => string, instead = WITHHELD): Place => ({
  name,
  read: async () => (await fetch(urls.api + buildPath())).text(),
  instead,
})

const PLACES: readonly Place[] = [
  describePath('the list of proposals', () => '/v1/governance/proposals'),
  describePath('the proposal', () => `/v1/governance/proposals/${id}`),
  describePath('the vote archive', () => '/v1/governance/archive'),
  describePath('the case', buildCasePath, IN_CASE),
  describePath('the case for an outside court', () => `${buildCasePath()}/erc1497`),
  describePath('the history of all wallets', () => '/v1/agent/history?limit=500'),
  describePath('the history of lena', () => `/v1/agent/history?address=${lena.address}`),
  {
    name: 'the answer to who flags her again',
    read: async () => (await flag(session)).reason,
    instead: WITHHELD,
  },
]

function buildCasePath(): string {
  return `/v1/cases/${lena.address}/${caseId}`
}

const PAGES: readonly [name: string, buildPath: () => string][] = [
  ['governance', () => '/governance'],
  ['of the wallet', () => `/wallet/${lena.address}`],
  ['of the case', () => `/wallet/${lena.address}?case=${caseId}`],
]

/** Expects that every page shows one text and not the other. */
async function expectPages({ shown, hidden }: { shown: string | RegExp; hidden: string }) {
  for (const [name, buildPath] of PAGES) {
    await page.goto(buildPath())
    // Reasons of a flag stand behind its line.
    await page.getByText(shown).first().waitFor({ state: 'attached' })
    expect(await page.content(), `the page ${name}`).not.toContain(hidden)
  }
}

beforeAll(async () => {
  watcher = await createWatcher(world, { person: finn, subjects: [lena] }, resources)
  session = await logIn(world, dave)
  proposalStream = await openStream('proposals')
  alertStream = await openStream(`alerts:${lena.address}`)
  browser = await openBrowser()
  const context = await browser.newContext({ baseURL: urls.web })
  errors = watchConsole(context)
  page = await context.newPage()
  resources.defer(() => browser.close())
  return () => resources.disposeAsync()
})

afterEach(() => expect(errors.takeUnexpected()).toEqual([]))

async function openStream(topic: string): Promise<EventReader> {
  const stream = await openEventStream(`${urls.api}/v1/stream?topics=${topic}`, {})
  resources.defer(() => stream.disconnect())
  return stream
}

const flag = (by: ApiClient) =>
  by.call(flagWallet, { body: { targetAddress: lena.address, reason: SLANDER } })

const fetchCase = (): Promise<CaseFile> =>
  api.call(getCase, { params: { address: lena.address, caseId } })

const fetchArchive = (): Promise<VoteArchive> => api.call(getVoteArchive)

const withhold = (...args: string[]) =>
  runMain('apps/server/src/cases/withhold.ts', args, { DATABASE_URL: databaseUrl })

/** The archive once all signatures are looked up. */
async function fetchCompleteArchive(): Promise<VoteArchive> {
  const isComplete = ({ proposals }: VoteArchive) =>
    proposals.every(({ votes }) => votes.every(({ message }) => message.text !== ''))
  await waitFor('all signatures to be looked up', async () => isComplete(await fetchArchive()))
  return await fetchArchive()
}

const findOwn = ({ proposals }: VoteArchive) => proposals.find((proposal) => proposal.id === id)

const listHashes = ({ entries }: CaseFile) => entries.map(({ hash }) => hash)

test('a slander convinces three members to freeze lena, and everybody can read it', async () => {
  id = await decisions.approve({ by: bob, action: 'freeze', target: lena, reason: SLANDER }, [
    alice,
    bob,
    carol,
  ])
  await decisions.expectStatus(id, 'executed')
  await flag(session)
  await alertStream.text(SLANDER)
  const findCase = async () =>
    (await api.call(listCases, { query: { address: lena.address } }))[0]?.caseId
  await waitFor('the case of the freeze', async () => (await findCase()) !== undefined)
  caseId = (await findCase()) ?? ''
  for (const { name, read } of PLACES) expect(await read(), name).toContain(SLANDER)
  await expectPages({ shown: SLANDER, hidden: REASON })
})

let before: { file: CaseFile; archive: VoteArchive }

test('the operator withholds it by the hash that case and archive show', async () => {
  await page.goto('/governance')
  await page.getByText(SLANDER).waitFor()
  before = { file: await fetchCase(), archive: await fetchCompleteArchive() }
  const proposal = before.file.entries.find(({ kind }) => kind === 'proposal')
  expect(proposal?.textHash).toBe(HASH)
  expect(findOwn(before.archive)?.reasonHash).toBe(HASH)
  expect(await withhold('f'.repeat(64), REASON)).toMatchObject({
    ...{ code: 1, errors: expect.stringContaining('has a text with the hash ffff') },
  })
  expect(await withhold(HASH)).toMatchObject({
    code: 1,
    errors: expect.stringContaining('Give a reason'),
  })
  const done = { code: 0, output: 'The text is withheld.\n', errors: '' }
  expect(await withhold(HASH, REASON)).toEqual(done)
})

test('a page that is open shows it no longer', async () => {
  await page.getByText(WITHHELD).waitFor()
  expect(await page.content()).not.toContain(SLANDER)
  const heard = await proposalStream.text('Withheld by the operator')
  expect(heard.lastIndexOf(SLANDER)).toBeLessThan(heard.indexOf('Withheld by the operator'))
})

test.each(PLACES)(
  '$name says that it is withheld, since when and why',
  async ({ read, instead }) => {
    const text = await read()
    expect(text).not.toContain(SLANDER)
    expect(text).toMatch(instead)
  },
)

test('so does every page', () => expectPages({ shown: WITHHELD, hidden: SLANDER }))

test('who repeats it tells nobody', async () => {
  expect((await flag(await logIn(world, carol))).reason).toMatch(WITHHELD)
  await alertStream.text('Withheld by the operator')
  for (const { name, read } of PLACES) expect(await read(), name).not.toContain(SLANDER)
})

test('no subscriber was sent it, and nothing else quotes it', async () => {
  const inbox = await watcher.session.call(listInbox)
  expect(JSON.stringify([inbox, watcher.webhook.messages])).not.toContain(SLANDER)
  const { address } = lena
  for (const path of [`/v1/actions?address=${address}`, `/v1/protection/${address}`])
    expect(await (await fetch(urls.api + path)).text(), path).not.toContain(SLANDER)
})

async function verify(command: 'case' | 'votes', file: object): Promise<string> {
  const { code, output } = await verifyFile(command, file, '--node', emulator.rest)
  expect(output).not.toContain('WRONG')
  expect(code).toBe(0)
  return output
}

test('case and archive still verify against the chain, and so do the files from before', async () => {
  await verify('case', before.file)
  await verify('votes', before.archive)
  expect(await verify('case', await fetchCase())).toContain(REASON)
  expect(await verify('votes', await fetchCompleteArchive())).toContain(REASON)
})

test('what was exported before has the hashes of what is exported now', async () => {
  const file = await fetchCase()
  expect(listHashes(file).slice(0, before.file.entryCount)).toEqual(listHashes(before.file))
  expect(findOwn(await fetchArchive())).toEqual({
    ...findOwn(before.archive),
    reason: expect.stringMatching(WITHHELD),
    isReasonWithheld: true,
  })
})

test('the operator shows it again, as it was', async () => {
  const done = { code: 0, output: 'The text is shown again.\n', errors: '' }
  expect(await withhold(HASH, '--show')).toEqual(done)
  for (const { name, read } of PLACES) {
    const text = await read()
    expect(text, name).toContain(SLANDER)
    expect(text, name).not.toContain(REASON)
  }
  await expectPages({ shown: SLANDER, hidden: REASON })
  expect(findOwn(await fetchArchive())).toEqual(findOwn(before.archive))
  await expectMirrorEqualsChain(world)
})
