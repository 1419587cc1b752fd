import { createHash } from 'node:crypto'
import { flagWallet } from '@app/api/routes/actions.ts'
import { getCase, listCases } from '@app/api/routes/cases.ts'
import { getVoteArchive } from '@app/api/routes/governance.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '../../testing/clients/log-in.ts'
import { type ConsoleWatch, openWatchedPage } from '../../testing/clients/open-watched-page.ts'
import { createDecisions } from '../../testing/decide.ts'
import { openStoryWorld } from '../../testing/open-story-world.ts'
import { runMain, verifyFile } from '../../testing/run-command.ts'

const world = await openStoryWorld()
const { approve, readProposal } = createDecisions(world)
const { people, api, urls, databaseUrl, emulator, settle } = world
/** Lena is honest; bob is angry with her. */
const { alice, bob, carol, dave, lena } = people
const { address } = lena

const SLANDER = 'Lena robbed her own grandmother and everybody in her street knows it.'
const HASH = createHash('sha256').update(SLANDER).digest('hex')
const REASON = 'It accuses a person of something that nobody proved.'
const WITHHELD =
  /Withheld by the operator, 20\d\d-\d\d-\d\d: It accuses a person of something that nobody proved\./
const IN_CASE = /"text":null,"withheld":{"at":"20[^"]*Z","reason":"It accuses a person/

let id: number
let caseId: string
let page: Page
let errors: ConsoleWatch
const resources = new AsyncDisposableStack()
afterAll(() => resources.disposeAsync())

/** Answers of the API in which the slander stands, and what stands there while it is withheld. */
const PLACES: readonly [buildPath: () => string, instead: RegExp][] = [
  [() => '/v1/governance/proposals', WITHHELD],
  [() => `/v1/governance/proposals/${id}`, WITHHELD],
  [() => '/v1/governance/archive', WITHHELD],
  [() => `/v1/cases/${address}/${caseId}`, IN_CASE],
  [() => `/v1/cases/${address}/${caseId}/erc1497`, WITHHELD],
  [() => '/v1/agent/history?limit=500', WITHHELD],
  [() => `/v1/agent/history?address=${address}`, WITHHELD],
]

const PAGES = [
  () => '/governance',
  () => `/wallet/${address}`,
  () => `/wallet/${address}?case=${caseId}`,
]

/** Expects one text and not the other on every page. */
async function expectPages({ shown, hidden }: { shown: string | RegExp; hidden: string }) {
  for (const buildPath of PAGES) {
    await page.goto(buildPath())
    // Reasons of a flag stand behind its line.
    await page.getByText(shown).first().waitFor({ state: 'attached' })
    expect(await page.content(), buildPath()).not.toContain(hidden)
  }
}

beforeAll(async () => {
  const watched = await openWatchedPage(urls.web)
  resources.defer(() => watched.browser.close())
  ;({ page, errors } = watched)
})

const readText = async (path: string) => (await fetch(urls.api + path)).text()
const fetchCase = () => api.call(getCase, { params: { address, caseId } })
const fetchArchive = () => api.call(getVoteArchive)
const withhold = (...args: string[]) =>
  runMain('apps/server/src/cases/withhold.ts', args, { DATABASE_URL: databaseUrl })

test('a slander convinces three members to freeze lena, and everybody can read it', async () => {
  const draft = { by: bob, action: 'freeze', target: lena, reason: SLANDER } as const
  id = await approve(draft, [alice, bob, carol])
  expect((await readProposal(id)).status).toBe('executed')
  const session = await logIn(world, dave)
  await session.call(flagWallet, { body: { targetAddress: address, reason: SLANDER } })
  await settle()
  caseId = (await api.call(listCases, { query: { address } }))[0]?.caseId ?? ''
  for (const [buildPath] of PLACES) expect(await readText(buildPath())).toContain(SLANDER)
  await expectPages({ shown: SLANDER, hidden: REASON })
})

async function readFiles() {
  return { file: await fetchCase(), archive: await fetchArchive() }
}

let before: Awaited<ReturnType<typeof readFiles>>

test('the operator withholds it by the hash that case and archive show', async () => {
  before = await readFiles()
  const proposal = before.file.entries.find(({ kind }) => kind === 'proposal')
  expect(proposal?.textHash).toBe(HASH)
  const refused = (sentence: string) => ({ code: 1, errors: expect.stringContaining(sentence) })
  const unknown = await withhold('f'.repeat(64), REASON)
  expect(unknown).toMatchObject(refused('has a text with the hash ffff'))
  expect(await withhold(HASH)).toMatchObject(refused('Give a reason'))
  await page.goto('/governance')
  await page.getByText(SLANDER).waitFor()
  const done = { code: 0, output: 'The text is withheld.\n', errors: '' }
  expect(await withhold(HASH, REASON)).toEqual(done)
})

test('an open page, every page and every answer say that it is withheld, since when and why', async () => {
  await page.getByText(WITHHELD).waitFor()
  expect(await page.content()).not.toContain(SLANDER)
  await expectPages({ shown: WITHHELD, hidden: SLANDER })
  for (const [buildPath, instead] of PLACES) {
    const text = await readText(buildPath())
    expect(text).not.toContain(SLANDER)
    expect(text).toMatch(instead)
  }
  expect(errors.takeUnexpected()).toEqual([])
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
  const { file, archive } = await readFiles()
  expect(await verify('case', file)).toContain(REASON)
  expect(await verify('votes', archive)).toContain(REASON)
  const hashes = file.entries.map(({ hash }) => hash)
  expect(hashes).toEqual(before.file.entries.map(({ hash }) => hash))
})

test('the operator shows it again, as it was', async () => {
  const done = { code: 0, output: 'The text is shown again.\n', errors: '' }
  expect(await withhold(HASH, '--show')).toEqual(done)
  expect(await readFiles()).toEqual(before)
  await expectPages({ shown: SLANDER, hidden: REASON })
})
