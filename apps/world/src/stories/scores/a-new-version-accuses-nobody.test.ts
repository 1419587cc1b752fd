import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@app/embedded-postgres/embedded-postgres.ts'
import { SCORE_RULES, type ScoreRules } from '@app/score/version.ts'
import { readPlannedPublication } from '@app/server/agent/calls/read-planned-publication.ts'
import { createDiscoveryStage } from '@app/server/agent/create-discovery-stage.ts'
import { createDecisionStage } from '@app/server/agent/decision/create-decision-stage.ts'
import { recordHeartbeat } from '@app/server/agent/write-heartbeat.ts'
import { readConfig } from '@app/server/config.ts'
import { migrate } from '@app/server/db/migrate.ts'
import { loadCoverage } from '@app/server/facts/load-coverage.ts'
import { readLiveRecords } from '@app/server/flow-access/read-published.ts'
import { createIndexerStages } from '@app/server/indexer/create-indexer-stages.ts'
import { DECODING, getDecoding } from '@app/server/indexer/decode/decoding.ts'
import { fetchRange } from '@app/server/indexer/fetch/fetch-range.ts'
import { createExposureStage } from '@app/server/indexer/stages/create-exposure-stage.ts'
import { findNewestOutdatedRange } from '@app/server/indexer/stages/cursors.ts'
import { writeReread } from '@app/server/indexer/write/write-reread.ts'
import { upsertLabel } from '@app/server/labels/change-labels.ts'
import { type NewLabel, toLabel } from '@app/server/labels/label.ts'
import { type Context, closeContext, createContext } from '@app/server/runtime/context.ts'
import { runUntilIdle } from '@app/server/runtime/stage.ts'
import { readLatestScore } from '@app/server/scorer/read-scores.ts'
import { scoreAccount } from '@app/server/scorer/score-account.ts'
import { lowerPoints } from '@app/server/testing/lower-points.ts'
import type { Address } from '@app/values/address.ts'
import { BREAK_BELOW_SCORE, MIN_JUROR_SCORE, MIN_VOTER_SCORE } from '@app/values/limits.ts'
import { RISK_LEVELS, type RiskLevel } from '@app/values/risk-level.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TOOLBOX_BINARY } from '../../../../../scripts/set-up/paths.mjs'
import { SNAPSHOT_DIR } from '../../environment.ts'
import { POSTGRES_DIR } from '../../open-database.ts'
import { prepareWorld } from '../../snapshot/prepare-world.ts'
import { connectToWorld } from '../../testing/connect-to-world.ts'
import { TEST_PRESENT_MS } from '../../testing/present.ts'

const { roles, emulator, chain } = connectToWorld()

const { current, earlier } = SCORE_RULES
const NEXT = { ...lowerPoints(current), version: '99.0.0' }

/** The tables of the world as its history left them, in which an agent of the next version decides. */
let context: Context
/** Another database, in which nothing is indexed. */
let empty: Context
/** Every account that was ever scored there. */
let scored: Address[]
/** Those whom the agent accused there. */
let accusedBefore: Address[]
const resources = new AsyncDisposableStack()

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'dharma-version-'))
  resources.defer(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o755)
  await prepareWorld({
    ...{ dataDir, databaseServerUrl: null, keep: false, fresh: false },
    ...{ snapshotDir: SNAPSHOT_DIR, toolbox: TOOLBOX_BINARY, onProgress: () => {} },
    presentMs: TEST_PRESENT_MS,
    signal: new AbortController().signal,
  })
  const postgres = await startPostgres({ dataDir: join(dataDir, POSTGRES_DIR), isDurable: false })
  resources.defer(() => postgres.stop())
  const opened = openDatabase(postgres.url)
  await opened.pool.query('create database empty')
  empty = openDatabase(Object.assign(new URL(postgres.url), { pathname: '/empty' }).href)
  await migrate(empty.pool)
  context = { ...opened, rules: { current: NEXT, earlier: [current, ...earlier] } }
  await waitAndDecide({ ...context, rules: SCORE_RULES })
  scored = await listAddresses('score_result')
  accusedBefore = (await listCases()).map(({ address }) => address)
})
afterAll(() => resources.disposeAsync())

function openDatabase(databaseUrl: string): Context {
  const config = readConfig({
    ...{ FLOW_NETWORK: 'local', FLOW_ACCESS_NODE: emulator.rest, LOG_LEVEL: 'silent' },
  })
  const opened = createContext({ ...config, databaseUrl })
  resources.defer(() => closeContext(opened))
  return opened
}

/** Lets the agent judge every account, and levels last for long enough to be told of. */
async function waitAndDecide(server: Context): Promise<void> {
  const stages = [createDiscoveryStage(server), createDecisionStage(server)]
  await server.pool.query("update agent_discovery_cursor set seq = 0, address = ''")
  await runUntilIdle(stages)
  await server.pool.query('update chain_cursor set block_ms = block_ms + 660000')
  await runUntilIdle(stages)
}

async function listAddresses(table: 'score_result' | 'agent_account'): Promise<Address[]> {
  const rows = await context.db.selectFrom(table).select('address').distinct().execute()
  return rows.map(({ address }) => address)
}

const listCases = ({ db } = context) =>
  db.selectFrom('agent_case').selectAll().orderBy('case_id').execute()

const listAccusations = () =>
  context.db
    .selectFrom('agent_action')
    .select(['address', 'kind', 'case_id'])
    .where('kind', 'in', ['flag', 'propose_freeze'])
    .orderBy('id')
    .execute()

async function listNotices(afterId: number) {
  return await context.db
    .selectFrom('agent_notice')
    .select(['id', 'address', 'data'])
    .where('id', '>', afterId)
    .orderBy('id')
    .execute()
}

const isWorse = (level: RiskLevel, before: RiskLevel) =>
  RISK_LEVELS.indexOf(level) < RISK_LEVELS.indexOf(before)

/** Scores from which on an account may vote, keeps its standing, and may vote on appeals. */
const RIGHTS = [MIN_VOTER_SCORE, BREAK_BELOW_SCORE, MIN_JUROR_SCORE]

test('a new version of the score accuses nobody in the world, and is told as a change of the rules', async () => {
  const judged = await listAddresses('agent_account')
  const before = { cases: await listCases(), accusations: await listAccusations() }
  const lastNotice = (await listNotices(0)).at(-1)?.id ?? 0
  expect((await scoreByNext(scored)).length).toBeGreaterThan(5)
  await waitAndDecide(context)

  const isKnown = ({ address }: { address: Address }) =>
    judged.includes(address) || scored.includes(address)
  expect((await listCases()).filter(isKnown)).toEqual(before.cases)
  expect((await listAccusations()).filter(isKnown)).toEqual(before.accusations)
  const notices = (await listNotices(lastNotice)).filter(isKnown)
  expect(notices.length).toBeGreaterThan(5)
  for (const { data } of notices) {
    expect(data).toMatchObject({ kind: 'level_changed', cause: 'rules' })
  }
})

/** Scores accounts by the next version; returns those whose level is worse than before. */
async function scoreByNext(addresses: readonly Address[]): Promise<Address[]> {
  const worse: Address[] = []
  for (const address of addresses) {
    const before = await readLatestScore(context, address)
    const { version, riskLevel } = await scoreAccount(context, address, 'agent')
    expect(version).toBe(NEXT.version)
    if (before !== null && isWorse(riskLevel, before.riskLevel)) worse.push(address)
  }
  return worse
}

test('its publications take nobody’s right to vote', async () => {
  const fallen: Address[] = []
  for (const address of scored) {
    const standing = await readStandingScore(address)
    if (standing === null) continue
    const { score, evidenceHash } = await scoreAccount(context, address, 'agent')
    const published = await readPublished(address, evidenceHash)
    const rights = RIGHTS.filter((least) => standing >= least)
    expect([address, rights.filter((least) => published < least)]).toEqual([address, []])
    if (standing >= MIN_VOTER_SCORE && score < BREAK_BELOW_SCORE) fallen.push(address)
  }
  expect(fallen.length).toBeGreaterThan(2)
})

const reader = { flow: chain.flow, network: 'local' } as const

/** The score of the agent's record of an account; `null` where it has none. */
async function readStandingScore(address: Address): Promise<number | null> {
  const records = await readLiveRecords(reader, address)
  return records.find(({ publisher }) => publisher === roles.agent)?.score ?? null
}

async function readPublished(address: Address, evidenceHash: string): Promise<number> {
  const query = { address, evidenceHash, publisher: roles.agent }
  const published = await readPlannedPublication(context, reader, query)
  if ('problem' in published) throw new Error(published.problem)
  return published.score
}

/** In so many parts the blocks are read again. */
const PARTS = 8

test('blocks that are read again accuse nobody, at any time, who is not accused where all was read at once', async () => {
  const before = { ...empty, rules: { current: earlier[0] as ScoreRules, earlier: [] } }
  const updated = { ...empty, rules: SCORE_RULES }
  await recordHeartbeat(empty.db, roles.agent)
  for (const label of await listLabels()) await upsertLabel(empty, label)
  const stages = createIndexerStages(before, getDecoding(before.rules.current.decoding))
  await runUntilIdle(stages.map(({ stage }) => stage))
  await scoreAndDecide(before)
  const known = (await listCases(before)).map(({ case_id }) => case_id)
  expect(known.length).toBeGreaterThan(2)
  let parts = 0
  for (; await readPartAgain(updated); parts += 1) await scoreAndDecide(updated)
  expect(parts).toBeGreaterThanOrEqual(PARTS)

  const opened = (await listCases(updated)).filter(({ case_id }) => !known.includes(case_id))
  const accused = opened.map(({ address }) => address)
  expect(accused.filter((address) => !accusedBefore.includes(address))).toEqual([])
  expect(opened.map(({ reason_code: code }) => code)).toContain('contact')
})

async function listLabels(): Promise<NewLabel[]> {
  const rows = await context.db.selectFrom('label_entry').selectAll().execute()
  return rows.map(toLabel).filter(({ removed }) => removed === null)
}

async function scoreAndDecide(server: Context): Promise<void> {
  await runUntilIdle([createExposureStage(server)])
  for (const address of scored) await scoreAccount(server, address, 'agent')
  await waitAndDecide(server)
}

/** Returns whether there was anything to read. */
async function readPartAgain(server: Context): Promise<boolean> {
  const { network } = server.config
  const decoding = getDecoding(DECODING)
  const outdated = await findNewestOutdatedRange(server.db, DECODING)
  const coverage = await loadCoverage(server.db)
  if (outdated === null || coverage === null) return false
  const { from_height, to_height: toHeight } = outdated
  const size = Math.floor(coverage.toHeight / PARTS)
  const range = { fromHeight: Math.max(from_height, toHeight - size + 1), toHeight }
  const { rows, first } = await fetchRange(server, {
    ...{ range, decoding, tipMs: coverage.timeMs, isWithoutContractEvents: true },
  })
  return await writeReread(server.pool, {
    ...{ network, rows, decoding: DECODING, outdated },
    ...{ fromHeight: range.fromHeight, parentId: first.parentId },
  })
}
