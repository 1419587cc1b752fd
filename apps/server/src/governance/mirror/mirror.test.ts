import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewContractEventRow } from '../../db/tables/chain-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { openTestContext } from '../../testing/create-test-context.ts'
import { buildLiveCursor } from '../../testing/ledger.ts'
import { readAddress, readProposal } from '../read-proposals.ts'
import { ALICE, BOB, DAY, ROWS, START, TARGET, TWO_FREEZES } from '../testing/dao-events.ts'
import { createMirrorStage } from './create-mirror-stage.ts'

let context: Context
let finish: () => Promise<void>

beforeAll(async () => {
  ;({ context, finish } = await openTestContext())
})
afterAll(() => finish())

const DAO_TABLES = [
  'dao_proposal',
  'dao_proposal_state',
  'dao_vote',
  'dao_signature',
  'dao_flag',
  'dao_freeze',
  'dao_appeal',
  'dao_flag_bar',
  'dao_report',
  'dao_vault',
]

beforeEach(clearTables)

async function clearTables(): Promise<void> {
  await context.pool.query(
    `${['chain_contract_event', 'chain_contract_cursor', 'chain_cursor', ...DAO_TABLES].map((table) => `delete from ${table};`).join('')}
     update dao_cursor set seq = 0`,
  )
}

async function indexEvents(rows: readonly NewContractEventRow[]): Promise<void> {
  for (const row of rows) {
    await context.db.insertInto('chain_contract_event').values(row).execute()
  }
  await runUntilIdle([createMirrorStage(context)])
}

async function setTip(at: number): Promise<void> {
  const cursor = { ...buildLiveCursor(0, at), block_ms: (START + at) * 1000 }
  await context.pool.query('delete from chain_cursor; delete from chain_contract_cursor')
  await context.db.insertInto('chain_cursor').values(cursor).execute()
  await context.db.insertInto('chain_contract_cursor').values({ height: at }).execute()
}

async function dump(): Promise<string[]> {
  const lines: string[] = []
  for (const table of DAO_TABLES) {
    const { rows } = await context.pool.query<{ line: string }>(
      `select to_jsonb(t)::text as line from ${table} t order by 1`,
    )
    lines.push(...rows.map(({ line }) => `${table} ${line}`))
  }
  return lines
}

describe('the mirror', () => {
  it('is the same in whatever order blocks are indexed, and if an event is applied twice', async () => {
    await indexEvents(ROWS)
    const expected = await dump()
    expect(expected.length).toBeGreaterThan(7)
    const order = fc.shuffledSubarray(ROWS, { minLength: ROWS.length })
    await fc.assert(
      fc.asyncProperty(order, async (rows) => {
        await clearTables()
        await indexEvents(rows)
        await context.pool.query('update dao_cursor set seq = 0')
        await runUntilIdle([createMirrorStage(context)])
        expect(await dump()).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  })

  it('counts the vote with the highest sequence of each voter', async () => {
    await indexEvents(ROWS.slice(0, 6))
    await setTip(50)
    const view = await readProposal(context, 7)
    expect(view).toMatchObject({ status: 'active', ballot: { votesFor: 1, votesAgainst: 1 } })
    const votes = await context.db.selectFrom('dao_vote').select(['voter', 'support']).execute()
    expect(votes.filter(({ voter }) => voter === BOB)).toEqual([{ voter: BOB, support: true }])
  })

  it('ends a voting by block time before any event reports it', async () => {
    await indexEvents(ROWS.slice(0, 6))
    await setTip(10 + DAY - 1)
    expect(await readProposal(context, 7)).toMatchObject({
      status: 'active',
      votingOutcome: 'open',
    })
    await setTip(10 + DAY)
    expect(await readProposal(context, 7)).toMatchObject({
      status: 'expired',
      votingOutcome: 'expired',
    })
  })

  it('never shows a time for which an event is not applied yet', async () => {
    await indexEvents(ROWS.slice(0, 3))
    await setTip(2 * DAY)
    for (const row of ROWS.slice(3, 6)) {
      await context.db.insertInto('chain_contract_event').values(row).execute()
    }
    expect(await readProposal(context, 7)).toMatchObject({ votingOutcome: 'open' })
  })

  it('keeps the latest renewal of a freeze, and its beginning', async () => {
    await indexEvents(ROWS)
    await setTip(300_100)
    const { state } = await readAddress(context, TARGET)
    expect(state.freeze).toMatchObject({
      number: 1,
      proposalId: 8,
      since: START + 100_100,
      renewedAt: START + 200_000,
      overruledAt: START + 210_000,
      lastOverruledAt: START + 220_000,
    })
  })

  it('rule 1: keeps a freeze apart from an earlier one of which nothing is remembered any more', async () => {
    await indexEvents(TWO_FREEZES)
    await setTip(51 * DAY)
    const { state } = await readAddress(context, TARGET)
    expect(state.freeze).toMatchObject({ number: 2, proposalId: 9, endedAt: null })
    expect(state.record.freezes).toMatchObject([{ number: 1, proposalId: 1 }, { number: 2 }])
  })

  it('rule 25: keeps who cannot flag for a while, and that an appeal ended without outcome', async () => {
    await indexEvents(ROWS)
    await setTip(300_100)
    const { flag, record, appeals } = (await readAddress(context, TARGET)).state
    expect(flag).toBeNull()
    expect(record.flags).toMatchObject([{ number: 3, liftedAt: START + 240_000 }])
    expect(record.bars).toMatchObject([{ reasonCode: null, until: START + 240_000 + 7 * DAY }])
    expect(appeals).toMatchObject([{ id: 13, flagNumber: 3, outcome: 'void' }])
  })

  it('keeps the score of the author of a statement, and none of the first version', async () => {
    const vouched = ROWS.find(({ type }) => type === 'DharmaReports.Vouched') as NewContractEventRow
    const before = {
      ...vouched,
      height: 5,
      fields: JSON.stringify({ address: TARGET, voucher: ALICE, sequence: '1' }),
    }
    await indexEvents([...ROWS, before])
    const { rows } = await context.pool.query(
      'select person, kind, score_tenths from dao_report order by person, kind',
    )
    expect(rows).toEqual([
      { person: ALICE, kind: 'vouch', score_tenths: null },
      { person: BOB, kind: 'report', score_tenths: null },
      { person: BOB, kind: 'vouch', score_tenths: 652 },
    ])
  })

  it('keeps when a guarded vault was opened and closed last', async () => {
    await indexEvents(ROWS)
    expect((await context.pool.query('select * from dao_vault')).rows).toEqual([
      { owner: ALICE, opened_at: START + 400_000, closed_at: START + 300_000 },
    ])
  })

  it('numbers the addresses that changed, later ones higher', async () => {
    const readSeq = async (address: string): Promise<number | undefined> =>
      (await context.pool.query('select seq from dao_change where address = $1', [address])).rows[0]
        ?.seq
    await indexEvents(ROWS.slice(0, 1))
    const first = Number(await readSeq(TARGET))
    expect(first).toBeGreaterThan(0)
    await indexEvents(ROWS.slice(1))
    expect(await readSeq(TARGET)).toBeGreaterThan(first)
  })
})
