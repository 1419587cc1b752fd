import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Context } from '../../runtime/context.ts'
import { createTestContext } from '../../testing/create-test-context.ts'
import { planWatching, WATCH_CAPACITY } from './list-due.ts'
import { loadWatchCandidates, readWatchReasons } from './read-watch-reasons.ts'

const wallet = (number: number) => computeAddressAtIndex(1000 + number, 'local')

const DAY = 86_400
const NOW = Date.parse('2026-05-31T12:00:00Z') / 1000

let context: Context

beforeEach(async () => {
  context = await createTestContext()
  await context.pool.query(
    `insert into chain_cursor (direction, from_height, to_height, block_ms, node_height)
     values ('live', 0, 1, $1, 1)`,
    [NOW * 1000],
  )
})

const flag = (number: number, caseId: string, liftedAt: number | null = null) =>
  context.pool.query(
    `insert into dao_flag (address, number, case_id, reason_code, flagger, flagged_at, lifted_at)
     values ($1, $5, $2, 'listed', $1, $3, $4)`,
    [wallet(number), caseId, NOW - 28 * DAY, liftedAt, caseId.length],
  )

const vote = (number: number, proposalId: number, castAt: number) =>
  context.pool.query(
    `insert into dao_vote (proposal_id, voter, sequence, support, cast_at, score_tenths, evidence_hash,
       record_height, publisher, height, tx_id, event_index)
     values ($1, $2, 1, true, $3, 700, 'e', 1, $2, 1, 'tx', 0)`,
    [proposalId, wallet(number), castAt],
  )

const openVault = (number: number, closedAt: number | null = null) =>
  context.pool.query('insert into dao_vault (owner, opened_at, closed_at) values ($1, $2, $3)', [
    wallet(number),
    NOW - 9 * DAY,
    closedAt,
  ])

const readTexts = async (number: number) =>
  (await readWatchReasons(context, wallet(number))).map(({ text }) => text)

describe('the reasons why an address is watched', () => {
  it('are a flag that stands and votes of the last 30 days of block time', async () => {
    await flag(1, 'a')
    await flag(2, 'b', NOW)
    await vote(1, 4, NOW - 29 * DAY)
    await vote(1, 5, NOW - 28 * DAY)
    await vote(2, 5, NOW - 30 * DAY)
    expect(await readTexts(1)).toEqual([
      'it has been flagged since 3 May 2026, 12:00 UTC',
      'it voted on proposal 5',
    ])
    expect(await readTexts(2)).toEqual([])
  })

  it('are a guarded vault that is open', async () => {
    await openVault(1)
    await openVault(2, NOW - 8 * DAY)
    await openVault(3, NOW - 9 * DAY)
    expect(await readTexts(1)).toEqual(['it owns a guarded vault'])
    expect(await readTexts(2)).toEqual([])
    expect(await readTexts(3)).toEqual(['it owns a guarded vault'])
  })

  it('are also that somebody asked, or that the agent found it; these need no recheck', async () => {
    await context.pool.query(
      `insert into score_tracked_account (address, requested_by)
       values ($1, 'client'), ($2, 'cosigner')`,
      [wallet(1), wallet(2)],
    )
    await context.pool.query(
      `insert into agent_account (address, judged_ms, transfers, score, risk_level, p_value, version)
       values ($1, 1, 9, 20, 'HIGH_RISK', 0.01, '1.0.0')`,
      [wallet(1)],
    )
    expect(await readTexts(1)).toEqual([
      'the agent found it on the chain',
      'a visitor asked for it',
    ])
    expect(await readTexts(2)).toEqual([])
    expect(await loadWatchCandidates(context)).toEqual([])
  })
})

it('candidates for rechecks are flagged ones, voters by their last vote, then owners of vaults, each once', async () => {
  await vote(1, 4, NOW - 2 * DAY)
  await vote(2, 4, NOW - 1 * DAY)
  await vote(3, 4, NOW)
  await openVault(2)
  await openVault(1)
  await openVault(4)
  await flag(1, 'a')
  await flag(1, 'older', NOW - 20 * DAY)
  const candidates = await loadWatchCandidates(context)
  expect(candidates.map(({ address, kind }) => [address, kind])).toEqual([
    [wallet(1), 'flagged'],
    [wallet(3), 'voted'],
    [wallet(2), 'voted'],
    [wallet(4), 'vault'],
  ])
})

describe('owners of vaults', () => {
  /** Has an account put tokens into its vault, and take some out again. */
  const keep = (number: number, { put, taken = 0, token = FLOW }: Kept) =>
    context.pool.query(
      `insert into chain_own_place
         (address, place, token, put_count, put_units, taken_count, taken_units)
       values ($1, 'vault', $2, 1, $3, 1, $4)`,
      [wallet(number), token, put, taken],
    )
  interface Kept {
    put: number
    taken?: number
    token?: string
  }
  const FLOW = buildSystemTypeId('local', 'FlowToken', 'Vault')

  it('come in the order of the FLOW that their vaults keep, of equal ones the oldest first', async () => {
    for (const number of [1, 2, 3, 4, 5]) await openVault(number)
    await context.pool.query('update dao_vault set opened_at = opened_at - 1 where owner = $1', [
      wallet(4),
    ])
    await keep(2, { put: 5 })
    await keep(3, { put: 9, taken: 3 })
    await keep(5, { put: 1_000, token: 'A.1234567890abcdef.Coin.Vault' })
    const candidates = await loadWatchCandidates(context)
    expect(candidates.map(({ address }) => address)).toEqual([3, 2, 4, 1, 5].map(wallet))
  })

  it('of 500 older empty vaults displace none whose vault keeps FLOW', async () => {
    const crowd = Array.from({ length: WATCH_CAPACITY }, (_, number) => 2000 + number)
    for (const number of crowd) await openVault(number)
    await context.pool.query('update dao_vault set opened_at = opened_at - 1')
    await openVault(9000)
    await keep(9000, { put: 1 })
    const watched = new Set(crowd.map(wallet))
    const { end } = planWatching(await loadWatchCandidates(context), watched)
    expect(end).toHaveLength(1)
    for (const address of end) watched.delete(address)
    const { start } = planWatching(await loadWatchCandidates(context), watched)
    expect(start.map(({ address }) => address)).toEqual([wallet(9000)])
  })
})
