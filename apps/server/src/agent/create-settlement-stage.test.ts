import { beforeEach, expect, it } from 'vitest'
import type { Context } from '../runtime/context.ts'
import { runUntilIdle } from '../runtime/stage.ts'
import { createTestContext } from '../testing/create-test-context.ts'
import { buildLiveCursor, toTestAddress } from '../testing/ledger.ts'
import { createSettlementStage } from './create-settlement-stage.ts'

const TARGET = toTestAddress(1)
const DAY = 86_400
const START = 1_800_000_000

let context: Context

beforeEach(async () => {
  context = await createTestContext()
})

/** Runs the stage at a block time, in seconds after the start. Returns what is queued by then. */
async function settleAt(seconds: number): Promise<[key: string, proposalIds: number[]][]> {
  const block_ms = (START + seconds) * 1000
  await context.pool.query('delete from chain_cursor; delete from chain_contract_cursor')
  await context.db
    .insertInto('chain_cursor')
    .values({ ...buildLiveCursor(0, 600), block_ms })
    .execute()
  await context.db.insertInto('chain_contract_cursor').values({ height: 600 }).execute()
  await runUntilIdle([createSettlementStage(context)])
  const { rows } = await context.pool.query<{ key: string; ids: number[] }>(
    `select idempotency_key as key, payload -> 'proposalIds' as ids from agent_action
     where kind = 'settle' and address = $1 order by id`,
    [TARGET],
  )
  return rows.map(({ key, ids }) => [key, ids])
}

/** Inserts a proposal of the start, or the one that decides an appeal against flag 1. */
async function propose(id: number, { isAppeal = false } = {}): Promise<void> {
  const [votingEndsAt, executableUntil] = [START + DAY, START + 8 * DAY]
  await context.pool.query(
    `insert into dao_proposal (id, action, target, proposer, rank, is_appeal, flag_number, title,
       description, reason, reason_hash, created_at, voting_ends_at, executable_until, height, tx_id)
     values ($1, $2, $3, $3, 'other', $4, $5, '', '', '', 'hash', $6, $7, $8, 1, 'tx')`,
    [
      id,
      isAppeal ? 'unfreeze' : 'freeze',
      TARGET,
      isAppeal,
      isAppeal ? 1 : null,
      START,
      votingEndsAt,
      executableUntil,
    ],
  )
}

it('a vote is settled with its end, and not before', async () => {
  await propose(7)
  expect(await settleAt(DAY - 1)).toEqual([])
  expect(await settleAt(DAY)).toEqual([['proposal 7 expired', [7]]])
})

it('a vote is settled once', async () => {
  await propose(7)
  await settleAt(DAY)
  expect(await settleAt(2 * DAY)).toHaveLength(1)
})

it('an appeal is settled with the end of its vote', async () => {
  await context.pool.query(
    `insert into dao_flag (address, number, case_id, reason_code, flagger, flagged_at)
     values ($1, 1, 'case', 'listed', $1, $2)`,
    [TARGET, START],
  )
  await propose(9, { isAppeal: true })
  await context.pool.query(
    `insert into dao_appeal (id, address, flag_number, case_id, reason_hash, opened_at, deadline)
     values (9, $1, 1, 'case', 'hash', $2, $3)`,
    [TARGET, START, START + DAY],
  )
  expect(await settleAt(DAY - 1)).toEqual([])
  expect(await settleAt(DAY)).toEqual([['proposal 9 expired', [9]]])
})

it('a freeze is settled with its end, though no vote about its address is open', async () => {
  await propose(7)
  await context.pool.query(
    `insert into dao_proposal_state (proposal_id, stored_status) values (7, 'executed')`,
  )
  await context.pool.query(
    `insert into dao_freeze (address, number, proposal_id, since, renewed_at)
     values ($1, 1, 7, $2, $2)`,
    [TARGET, START + DAY],
  )
  expect(await settleAt(8 * DAY - 1)).toEqual([])
  expect(await settleAt(8 * DAY)).toEqual([['freeze 1 ended', []]])
})
