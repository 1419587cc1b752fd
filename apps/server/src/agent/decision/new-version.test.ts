import { SCORE_RULES, type ScoreRules } from '@app/score/version.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountEventRow } from '../../db/tables/chain-tables.ts'
import { upsertLabel } from '../../labels/change-labels.ts'
import type { Context } from '../../runtime/context.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { createScorerStages } from '../../scorer/create-scorer-stages.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { clearChainTables } from '../../testing/dump-sums.ts'
import {
  buildTransferRows,
  type Payment,
  propagateLabelTaint,
  toTestAddress,
  writeIndexedRows,
} from '../../testing/ledger.ts'
import { lowerPoints } from '../../testing/lower-points.ts'
import { buildStakeRows, type StakeMove } from '../../testing/own-places.ts'
import { createDiscoveryStage } from '../create-discovery-stage.ts'
import { recordHeartbeat } from '../write-heartbeat.ts'
import { createDecisionStage } from './create-decision-stage.ts'

const WALLET = toTestAddress(1)
const STASH = toTestAddress(2)

const BEFORE = SCORE_RULES.current
const NEXT: ScoreRules = { ...lowerPoints(BEFORE), version: '99.0.0' }

let context: Context
/** The same server after an update. */
let updated: Context

beforeEach(async () => {
  context = await createTestContext()
  updated = { ...context, rules: { current: NEXT, earlier: [BEFORE] } }
  await recordHeartbeat(context.db, toTestAddress(3))
})

/** What comes in leaves on the same day, to one account: suspicious, but not more. */
const PASSED_ON = Array.from({ length: 6 }, (_, index) => index).flatMap((index): Payment[] => [
  { height: 2, from: toTestAddress(100 + index), to: WALLET, units: 1_000n },
  { height: 2, from: WALLET, to: STASH, units: 990n },
])

/** As many people as in an ordinary life, who pay each other. */
const ORDINARY = Array.from({ length: 12 }, (_, index) => index).flatMap((index): Payment[] => [
  { height: index, from: toTestAddress(100 + (index % 4)), to: WALLET, units: 900n },
  { height: index, from: WALLET, to: toTestAddress(100 + (index % 3)), units: 300n },
])

/** Evidence beside behaviour. */
const buildKeyChange = (height: number): AccountEventRow => ({
  ...{ address: WALLET, height, tx_index: 900, event_index: 1, tx_id: 'ab'.repeat(32) },
  block_ms: 1_700_000_000_000 + height * 86_400_000,
  kind: 'full_key_added',
  detail: '1',
})

async function index(payments: Payment[]): Promise<void> {
  const top = Math.max(...payments.map(({ height }) => height))
  const transfers = buildTransferRows(payments)
  await writeIndexedRows(context, { transfers, accountEvents: [buildKeyChange(top)] })
}

/** Scores the wallet, and lets the agent decide. */
async function judge(server: Context) {
  const score = await scoreAccount(server, WALLET, 'agent')
  const stages = [createDiscoveryStage, createDecisionStage].map((create) => create(server))
  await runUntilIdle([...createScorerStages(server).map(({ stage }) => stage), ...stages])
  return score
}

/** Of the wallet; others are judged for the first time. */
const listCases = () =>
  context.db.selectFrom('agent_case').selectAll().where('address', '=', WALLET).execute()

async function listKinds(): Promise<string[]> {
  const rows = await context.db
    .selectFrom('agent_action')
    .select('kind')
    .where('address', '=', WALLET)
    .orderBy('id')
    .execute()
  return rows.map(({ kind }) => kind)
}

async function listLevelNotices() {
  const rows = await context.db
    .selectFrom('agent_notice')
    .select('data')
    .where('address', '=', WALLET)
    .where('kind', '=', 'level_changed')
    .orderBy('id')
    .execute()
  return rows.map(({ data }) => data)
}

async function listReasons(): Promise<string[]> {
  const rows = await context.db
    .selectFrom('agent_entry')
    .select('reason')
    .where('address', '=', WALLET)
    .orderBy('number')
    .execute()
  return rows.map(({ reason }) => reason)
}

/** Lets the level last for long enough to be told of. */
async function waitAndTell(server: Context): Promise<void> {
  await context.pool.query('update chain_cursor set block_ms = block_ms + 660000')
  await runUntilIdle([createDecisionStage(server)])
}

describe('an account that is in danger only by the rules of a new version', () => {
  it('would be accused if it had come there by itself', async () => {
    await index(ORDINARY)
    const alone = { ...updated, rules: { current: NEXT, earlier: [] } }
    expect((await judge(alone)).riskLevel).toBe('HIGH_RISK')
    expect(await listCases()).toHaveLength(1)
  })

  it('is not accused, also after it acted as before', async () => {
    await index(ORDINARY)
    expect((await judge(context)).riskLevel).toBe('NORMAL')
    expect(await judge(updated)).toMatchObject({
      riskLevel: 'HIGH_RISK',
      earlier: { version: BEFORE.version, riskLevel: 'NORMAL' },
    })
    await index([{ height: 14, from: WALLET, to: toTestAddress(101), units: 200n }])
    expect((await judge(updated)).riskLevel).toBe('HIGH_RISK')
    expect(await listCases()).toEqual([])
    expect(await listKinds()).toEqual([])
  })

  it('is told of, and stands in the history, as a change of the rules', async () => {
    await index(ORDINARY)
    const { score: scoreBefore } = await judge(context)
    const { score } = await judge(updated)
    await waitAndTell(updated)
    expect(await listLevelNotices()).toMatchObject([
      { score, scoreBefore, riskLevel: 'HIGH_RISK', riskLevelBefore: 'NORMAL', cause: 'rules' },
    ])
    expect(await listReasons()).toEqual([
      `The rules changed with version 99.0.0 of the score: that of ${WALLET} is now ${score} (HIGH_RISK), before ${scoreBefore}. By the rules of version ${BEFORE.version} it would still be NORMAL.`,
    ])
  })

  it('is accused when it gets worse by itself', async () => {
    await index(ORDINARY)
    await judge(context)
    await judge(updated)
    await upsertLabel(context, {
      ...{ address: WALLET, kind: 'scam', source: 'list', confidence: 1, reason: 'It stole.' },
    })
    await propagateLabelTaint(context)
    await judge(updated)
    expect(await listCases()).toMatchObject([{ reason_code: 'listed' }])
  })
})

describe('an account that took out of a stake what it had put there before', () => {
  const EMPLOYER = toTestAddress(100)
  const STAKING = toTestAddress(50)
  const DAYS = Array.from({ length: 8 }, (_, index) => index)
  const LIFE = DAYS.flatMap((height): Payment[] => [
    { height, from: EMPLOYER, to: WALLET, units: 900n },
    { height, from: WALLET, to: toTestAddress(101 + (height % 2)), units: 100n },
  ])
  const PUT: Payment = { height: 4, from: WALLET, to: STAKING, units: 3_000n }
  const TAKEN: Payment = { height: 8, from: STAKING, to: WALLET, units: 3_000n }
  const moveStake = (height: number, isPut: boolean) =>
    ({ height, stake: 'node/1', address: WALLET, units: 3_000n, isPut }) as const

  /** The blocks as they are stored, of which those from a height on were read again. */
  async function store(payments: Payment[], stake: StakeMove[], rereadFrom: number) {
    await clearChainTables(context.pool)
    const { transfers, stakeActs } = buildStakeRows(stake)
    await writeIndexedRows(context, {
      transfers: [...buildTransferRows(payments), ...transfers],
      ...{ stakeActs, accountEvents: [buildKeyChange(8)] },
    })
    await context.pool.query('delete from chain_decoded')
    const parts = [
      { from_height: 0, to_height: rereadFrom - 1, decoding: 1, block_id: null },
      { from_height: rereadFrom, to_height: 8, decoding: 2, block_id: null },
    ].filter((part) => part.from_height <= part.to_height)
    await context.db.insertInto('chain_decoded').values(parts).execute()
  }
  const WHOLLY: [Payment[], StakeMove[]] = [LIFE, [moveStake(4, true), moveStake(8, false)]]
  const HALF: [Payment[], StakeMove[]] = [[...LIFE, PUT], [moveStake(8, false)]]

  it('would be accused if it had paid it to somebody', async () => {
    await store(...HALF, 0)
    expect((await judge(context)).riskLevel).toBe('SUSPICIOUS')
    expect(await listCases()).toHaveLength(1)
  })

  it('is not accused while only the later blocks were read again', async () => {
    const [before] = SCORE_RULES.earlier as [ScoreRules]
    await store([...LIFE, PUT, TAKEN], [], 9)
    const old = { ...context, rules: { current: before, earlier: [] } }
    expect((await judge(old)).riskLevel).toBe('NORMAL')
    await store(...HALF, 6)
    expect((await judge(context)).riskLevel).toBe('SUSPICIOUS')
    await waitAndTell(context)
    await store(...WHOLLY, 0)
    expect((await judge(context)).riskLevel).toBe('NORMAL')
    expect([await listCases(), await listLevelNotices()]).toEqual([[], []])
  })

  it('is accused then of what else is known', async () => {
    await store(...HALF, 6)
    await upsertLabel(context, {
      ...{ address: WALLET, kind: 'scam', source: 'list', confidence: 1, reason: 'It stole.' },
    })
    await propagateLabelTaint(context)
    await judge(context)
    expect(await listCases()).toMatchObject([{ reason_code: 'listed' }])
  })
})

describe('an account that is accused already', () => {
  it('is not accused of more by the rules of a new version', async () => {
    await index(PASSED_ON)
    expect((await judge(context)).riskLevel).toBe('SUSPICIOUS')
    const [opened] = await listCases()
    expect((await judge(updated)).riskLevel).toBe('HIGH_RISK')
    expect(await listCases()).toEqual([opened])
    expect(await listKinds()).toEqual([])
  })
})
