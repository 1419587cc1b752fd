import { toRiskLevel } from '@app/values/risk-level.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AgentNotice } from '../../db/tables/agent-tables.ts'
import { type Context, createContext } from '../../runtime/context.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { scoreAccount } from '../../scorer/score-account.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { buildTransferRows, toTestAddress, writeIndexedRows } from '../../testing/ledger.ts'
import { considerAccount } from './consider-account.ts'
import { createDecisionStage } from './create-decision-stage.ts'

const WALLET = toTestAddress(1)
const MINUTE_MS = 60_000

let context: Context
let startMs: number

beforeEach(async () => {
  context = await createTestContext()
  const payments = [{ height: 3, from: toTestAddress(2), to: WALLET }]
  await writeIndexedRows(context, { transfers: buildTransferRows(payments) })
  await scoreAccount(context, WALLET)
  const { rows } = await context.pool.query('select block_ms from chain_cursor')
  startMs = rows[0].block_ms
  await setScore(50, 0)
  await decideAll()
})

const decideAll = () => runUntilIdle([createDecisionStage(context)])

const moveTo = (minute: number) =>
  context.pool.query('update chain_cursor set block_ms = $1', [startMs + minute * MINUTE_MS])

/** Stores a score of the wallet at a minute of block time, as the scorer does. */
async function setScore(score: number, minute: number): Promise<void> {
  await moveTo(minute)
  const change = {
    score,
    risk_level: toRiskLevel(score),
    computed_ms: startMs + minute * MINUTE_MS,
  }
  await context.pool.query(
    `insert into score_result
     select (jsonb_populate_record(latest, $2::jsonb || jsonb_build_object('seq', seq + 1))).*
     from score_result latest where address = $1 order by seq desc limit 1`,
    [WALLET, change],
  )
  await context.pool.query(
    `insert into score_change select address, max(seq) from score_result where address = $1 group by 1
     on conflict (address) do update set seq = excluded.seq`,
    [WALLET],
  )
}

async function decideAt(score: number, minute: number): Promise<void> {
  await setScore(score, minute)
  await decideAll()
}

async function listTold(): Promise<string[]> {
  const rows = await context.db
    .selectFrom('agent_notice')
    .select(['data', 'at_ms'])
    .where('kind', '=', 'level_changed')
    .orderBy('id')
    .execute()
  return rows.map(({ data, at_ms }) => describeNotice(data, (at_ms - startMs) / MINUTE_MS))
}

function describeNotice(data: AgentNotice, minute: number): string {
  if (data.kind !== 'level_changed') throw new RangeError(data.kind)
  const { riskLevelBefore, scoreBefore, riskLevel, score } = data
  return `${minute}: ${riskLevelBefore} ${scoreBefore} → ${riskLevel} ${score}`
}

describe('a wallet whose score moves over a border', () => {
  it('by less than 3 points is told of after ten minutes, without a new score, once', async () => {
    await decideAt(44, 1)
    await moveTo(10.9)
    await decideAll()
    expect(await listTold()).toEqual([])
    await moveTo(11)
    await decideAll()
    await moveTo(60)
    await decideAll()
    expect(await listTold()).toEqual(['11: NORMAL 50 → SUSPICIOUS 44'])
  })

  it('is told of once by another process, after one that stopped in between', async () => {
    await decideAt(44, 1)
    const second = createContext({
      ...context.config,
      databaseUrl: context.config.databaseUrl ?? '',
    })
    await moveTo(11)
    await Promise.all([
      decideAll(),
      runUntilIdle([createDecisionStage(second)]),
      considerAccount(context, WALLET, { reviewer: 'A visitor' }),
    ])
    await runUntilIdle([createDecisionStage(second)])
    await second.pool.end()
    expect(await listTold()).toEqual(['11: NORMAL 50 → SUSPICIOUS 44'])
  })

  it('is told of although it was judged in between without a score', async () => {
    await context.pool.query(`update agent_account set score = 44, risk_level = 'SUSPICIOUS'`)
    await decideAt(41, 1)
    expect(await listTold()).toEqual(['1: NORMAL 50 → SUSPICIOUS 41'])
  })
})
