import type { Address } from '@app/values/address.ts'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { startFaultProxy } from '../agent/testing/fault-proxy.ts'
import { findCurrentScore } from '../api/score/load-or-compute-score.ts'
import { NotIndexedError } from '../facts/load-facts.ts'
import { upsertLabel } from '../labels/change-labels.ts'
import { recordReport, withdrawReport } from '../labels/write-report.ts'
import { closeContext, createContext } from '../runtime/context.ts'
import { isRetryable, runUntilIdle } from '../runtime/stage.ts'
import { openFileContext } from '../testing/create-test-context.ts'
import { clearChainTables } from '../testing/dump-sums.ts'
import {
  buildTransferRows,
  propagateLabelTaint,
  toTestAddress,
  writeIndexedRows,
} from '../testing/ledger.ts'
import { createScorerStages } from './create-scorer-stages.ts'
import { listScores, readLatestScore } from './read-scores.ts'
import { scoreAccount } from './score-account.ts'
import { advanceChangeCursor, findChangedAccounts } from './tracked-accounts.ts'

const BOB = toTestAddress(2)
const MALLORY = toTestAddress(3)

const context = await openFileContext()
/** Scores are never deleted, so each test has an account of its own. */
let alice: Address
let accounts = 10
beforeEach(async () => {
  await clearChainTables(context.pool)
  await context.pool.query(
    "delete from score_tracked_account; update score_cursor set seq = 0, address = ''",
  )
  alice = toTestAddress(accounts)
  accounts += 1
})

const rescore = (own = context) => runUntilIdle(createScorerStages(own).map(({ stage }) => stage))
const indexPayment = (height: number, to = alice) =>
  writeIndexedRows(context, { transfers: buildTransferRows([{ height, from: BOB, to }]) })
const listSeqs = async (address = alice) =>
  (await listScores(context, address, { limit: 10 })).map(({ seq }) => seq)

describe('scoring an account', () => {
  it('throws NotIndexedError while nothing is indexed, and is done when something is', async () => {
    await expect(scoreAccount(context, alice)).rejects.toThrow(NotIndexedError)
    expect(await readLatestScore(context, alice)).toBeNull()
    await indexPayment(3)
    await rescore()
    expect(await listSeqs()).toEqual([1])
  })

  it('stores the judgement with its coverage, the block time and the evidence of its reasons', async () => {
    await indexPayment(3)
    const score = await scoreAccount(context, alice)
    expect(score).toMatchObject({
      address: alice,
      seq: 1,
      coverage: { fromHeight: 0, toHeight: 3, completeness: 1 },
      computedAtMs: (1_700_000_000 + 3 * 86_400) * 1000,
      dataPoints: 1,
    })
    expect(score.evidenceHash).toMatch(/^[0-9a-f]{64}$/)
    expect(await readLatestScore(context, alice)).toEqual(score)
  })

  it('again on the same inputs appends nothing', async () => {
    await indexPayment(3)
    const first = await scoreAccount(context, alice)
    expect(await scoreAccount(context, alice)).toEqual(first)
    await writeIndexedRows(context, {}, 50)
    expect(await scoreAccount(context, alice)).toEqual(first)
  })

  it('by many at once appends one row', async () => {
    await indexPayment(3)
    const scores = await Promise.all([1, 2, 3, 4].map(() => scoreAccount(context, alice)))
    expect(new Set(scores.map(({ seq }) => seq))).toEqual(new Set([1]))
    expect(await listSeqs()).toEqual([1])
  })

  it('never changes or deletes a row', async () => {
    await indexPayment(3)
    await scoreAccount(context, alice)
    const change = context.pool.query('update score_result set score = 100')
    await expect(change).rejects.toThrow('score_result is append-only')
    const removal = context.pool.query('delete from score_result')
    await expect(removal).rejects.toThrow('score_result is append-only')
  })
})

describe('rescoring', () => {
  it('follows the blocks that are read again, down to the evidence of blocks that were read once', async () => {
    await indexPayment(3)
    const complete = await scoreAccount(context, alice)
    await writeIndexedRows(context, {}, 100)
    const setDecoding = (decoding: number, fromHeight: number) =>
      context.pool.query(
        `delete from chain_decoded;
         insert into chain_decoded values (0, ${fromHeight}, ${decoding}, null), (${fromHeight + 1}, 100, 2, null)`,
      )
    await setDecoding(1, 99)
    const { current } = context.rules
    const reading = { ...context, rules: { current: { ...current, decoding: 2 }, earlier: [] } }
    const rescoreReading = () => runUntilIdle(createScorerStages(reading).map(({ stage }) => stage))
    const incomplete = await scoreAccount(reading, alice)
    expect(incomplete.coverage.completeness).toBe(0.8)
    expect(incomplete.evidenceHash).not.toBe(complete.evidenceHash)
    expect(await findCurrentScore(reading, alice)).not.toBeNull()
    await setDecoding(1, 60)
    await rescoreReading()
    expect(await findCurrentScore(reading, alice)).not.toBeNull()
    await setDecoding(1, 1)
    expect(await findCurrentScore(reading, alice)).toBeNull()
    await rescoreReading()
    expect(await findCurrentScore(reading, alice)).not.toBeNull()
    await setDecoding(2, 1)
    await rescoreReading()
    const scores = await listScores(context, alice, { limit: 10 })
    expect(scores.map(({ coverage }) => coverage.completeness)).toEqual([1, 0.9, 0.8, 1])
    expect(scores[0]?.evidenceHash).toBe(complete.evidenceHash)
  })

  it('follows the chain for tracked accounts only', async () => {
    await indexPayment(3)
    await scoreAccount(context, alice)
    await indexPayment(4)
    await indexPayment(5, MALLORY)
    await rescore()
    expect(await listSeqs()).toEqual([2, 1])
    expect(await listSeqs(MALLORY)).toEqual([])
  })

  it('follows the labels', async () => {
    await writeIndexedRows(context, {
      transfers: buildTransferRows([{ height: 3, from: MALLORY, to: alice, units: 900n }]),
    })
    const before = await scoreAccount(context, alice)
    const label = { kind: 'scam', source: 'victims', confidence: 1, reason: 'Drainer' } as const
    await upsertLabel(context, { ...label, address: MALLORY })
    await propagateLabelTaint(context)
    await rescore()
    const after = await readLatestScore(context, alice)
    expect(after?.score).toBeLessThan(before.score)
    const pointers = after?.reasons.map(({ pointer, evidence }) => [pointer.kind, evidence.length])
    expect(pointers).toContainEqual(['listed_contacts', 1])
  })

  it('notifies of a new score, and of nothing when there is none', async () => {
    const heard: string[] = []
    const listener = await context.pool.connect()
    listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await listener.query('listen score_changed')
    await indexPayment(3)
    await scoreAccount(context, alice)
    await scoreAccount(context, alice)
    await indexPayment(4)
    await rescore()
    await listener.query('select 1')
    listener.release(true)
    expect(heard).toEqual([alice, alice])
  })

  it('goes through the changes page by page and misses none', async () => {
    const crowd = Array.from({ length: 7 }, (_, number) => toTestAddress(1000 + number))
    const subjects = crowd.map((address) => ({ address, requested_by: 'watch' }))
    await context.db.insertInto('score_tracked_account').values(subjects).execute()
    await writeIndexedRows(context, {
      transfers: buildTransferRows(crowd.map((to) => ({ height: 3, from: BOB, to }))),
    })
    const found: Address[] = []
    for (let page = await findNextChanges(); page.upTo !== null; page = await findNextChanges()) {
      found.push(...page.addresses)
      await advanceChangeCursor(context.db, 'chain', page.upTo)
    }
    expect(found).toEqual([...crowd].sort())
  })
})

describe('what the community says', () => {
  const BUDGET = { perReporter: 100, total: 100 }
  const CONTENT = { reason: 'Emptied my wallet', reasonHash: 'a'.repeat(64), caseId: null }
  const report = (client: string, target = alice) => {
    const reporter = { kind: 'visitor', client } as const
    const stated = { ...CONTENT, target, reporter, atMs: 1_700_000_000_000 }
    return context.db.transaction().execute((db) => recordReport(db, stated, BUDGET))
  }
  const withdraw = (client: string) => {
    const reporter = { kind: 'visitor', client } as const
    const stated = { target: alice, reporter, atMs: 1_700_000_000_000 }
    return context.db.transaction().execute((db) => withdrawReport(db, stated))
  }
  /** As the mirror does: the row, and the next number of changes. */
  const mirrorReport = (person: Address) =>
    context.db.transaction().execute(async (db) => {
      await db
        .insertInto('dao_report')
        .values({
          ...{ address: alice, person, kind: 'report', sequence: 1, is_withdrawn: false },
          ...{ reason_hash: null, score_tenths: 800, at: 1, height: 3, tx_index: 0 },
          ...{ event_index: 0, tx_id: 'c'.repeat(64) },
        })
        .execute()
      const seq = sql<number>`nextval('dao_change_seq')`
      await db.insertInto('dao_change').values({ address: alice, seq }).execute()
    })
  const readHash = async () => (await readLatestScore(context, alice))?.evidenceHash

  beforeEach(async () => {
    await indexPayment(3)
    await scoreAccount(context, alice)
  })

  it('is followed for tracked accounts without any notification, and back', async () => {
    const before = await readHash()
    await report('somebody')
    await report('somebody', MALLORY)
    await rescore()
    expect(await listSeqs()).toEqual([2, 1])
    expect(await listSeqs(MALLORY)).toEqual([])
    expect(await readHash()).not.toBe(before)
    await withdraw('somebody')
    await rescore()
    expect(await readHash()).toBe(before)
  })

  it('on the chain is followed and cited', async () => {
    await mirrorReport(BOB)
    await rescore()
    const reasons = (await readLatestScore(context, alice))?.reasons ?? []
    expect(reasons.find(({ code }) => code === 'trusted_reports')?.evidence).toEqual([
      {
        txId: 'c'.repeat(64),
        height: 3,
        counterparty: BOB,
        time: expect.any(String),
        direction: 'other',
      },
    ])
  })

  it('is scored once by many scorers at once, and not again', async () => {
    await report('somebody')
    await Promise.all([rescore(), rescore(), scoreAccount(context, alice)])
    await rescore()
    expect(await listSeqs()).toEqual([2, 1])
    expect((await findChangedAccounts(context.db, 'reports', 10)).addresses).toEqual([])
  })
})

const findNextChanges = () => findChangedAccounts(context.db, 'chain', 3)

it('a score whose connection breaks while it is stored is computed again', async () => {
  await indexPayment(3)
  await scoreAccount(context, alice)
  await indexPayment(4)
  const proxy = await startFaultProxy(context.config.databaseUrl ?? '')
  const through = createContext({ ...context.config, databaseUrl: proxy.url })
  void proxy.injectFault(({ path }) => path.startsWith('insert into "score_result"'), 'cut')
  const failure: unknown = await rescore(through).catch((error: unknown) => error)
  expect(isRetryable(failure)).toBe(true)
  await closeContext(through)
  await proxy.stop()
  expect(await listSeqs()).toEqual([1])
  await rescore()
  expect(await listSeqs()).toEqual([2, 1])
})
