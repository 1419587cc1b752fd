import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewContractEventRow } from '../../db/tables/chain-tables.ts'
import type { Context } from '../../runtime/context.ts'
import { runUntilIdle } from '../../runtime/stage.ts'
import { openTestContext } from '../../testing/create-test-context.ts'
import { buildLiveCursor, toTestAddress } from '../../testing/ledger.ts'
import { readAddress, readProposal } from '../read-proposals.ts'
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
  'dao_appeal_proposal',
  'dao_recovery',
  'dao_report',
]

beforeEach(clearTables)

async function clearTables(): Promise<void> {
  await context.pool.query(
    `${['chain_contract_event', 'chain_cursor', ...DAO_TABLES].map((table) => `delete from ${table};`).join('')}
     update dao_cursor set seq = 0`,
  )
}

const TARGET = toTestAddress(1)
const ALICE = toTestAddress(2)
const BOB = toTestAddress(3)
const AGENT = toTestAddress(4)
const DAY = 86_400
const START = 1_800_000_000

const toUnits = (seconds: number) => String(BigInt(seconds) * 100_000_000n)

interface Event {
  type: string
  /** Seconds after the start; also the height of its block. */
  at: number
  fields: Record<string, unknown>
}

const vote = (at: number, voter: string, [sequence, support]: [number, boolean]): Event => ({
  type: 'DharmaGovernance.VoteCast',
  at,
  fields: {
    id: '7',
    voter,
    support,
    supportBefore: null,
    sequence: String(sequence),
    votesFor: '0',
    votesAgainst: '0',
    scoreTenths: '650',
    evidenceHash: 'e'.repeat(64),
    blockHeight: '3',
    publisher: AGENT,
  },
})

const status = (at: number, before: string, after: string): Event => ({
  type: 'DharmaGovernance.StatusChanged',
  at,
  fields: { id: '7', before, after, votesFor: '0', votesAgainst: '0' },
})

const HISTORY: Event[] = [
  {
    type: 'DharmaProtection.Flagged',
    at: 5,
    fields: {
      address: TARGET,
      caseId: 'case',
      reasonCode: 'listed',
      reasonHash: 'a',
      flagger: AGENT,
      citedTransactionId: null,
    },
  },
  {
    type: 'DharmaGovernance.ProposalCreated',
    at: 10,
    fields: {
      id: '7',
      action: 'freeze',
      target: TARGET,
      proposer: ALICE,
      isProposerEligible: true,
      isAppeal: false,
      title: 'Freeze it',
      description: 'Freezes it',
      reason: 'because',
      reasonHash: 'b',
      votingEndsAt: toUnits(START + 10 + DAY),
      executableUntil: toUnits(START + 10 + 8 * DAY),
    },
  },
  vote(20, ALICE, [1, true]),
  status(20, 'pending', 'active'),
  vote(30, BOB, [4, true]),
  vote(40, ALICE, [2, false]),
  status(100_000, 'active', 'approved'),
  status(100_100, 'approved', 'executed'),
  {
    type: 'DharmaGovernance.ProposalExecuted',
    at: 100_100,
    fields: { id: '7', action: 'freeze', target: TARGET, dao: AGENT },
  },
  {
    type: 'DharmaProtection.Frozen',
    at: 100_100,
    fields: {
      address: TARGET,
      freezeNumber: '1',
      proposalId: '7',
      reasonHash: 'b',
      since: toUnits(START + 100_100),
      until: toUnits(START + 100_100 + 7 * DAY),
      untilBefore: null,
      flagCaseId: 'case',
    },
  },
  {
    type: 'DharmaProtection.Frozen',
    at: 200_000,
    fields: {
      address: TARGET,
      freezeNumber: '1',
      proposalId: '8',
      reasonHash: 'c',
      since: toUnits(START + 100_100),
      until: toUnits(START + 200_000 + 7 * DAY),
      untilBefore: toUnits(START + 100_100 + 7 * DAY),
      flagCaseId: 'case',
    },
  },
  {
    type: 'DharmaReports.Reported',
    at: 300_000,
    fields: { address: TARGET, reporter: BOB, reasonHash: 'd', sequence: '1' },
  },
  {
    type: 'DharmaReports.ReportWithdrawn',
    at: 300_010,
    fields: { address: TARGET, reporter: BOB, sequence: '2' },
  },
  {
    type: 'DharmaReports.Vouched',
    at: 300_020,
    fields: { address: TARGET, voucher: BOB, sequence: '3' },
  },
]

const toRow = ({ type, at, fields }: Event, index: number): NewContractEventRow => ({
  height: at,
  tx_index: index,
  event_index: 0,
  tx_id: String(index).padStart(64, '0'),
  block_ms: (START + at) * 1000,
  type,
  fields: JSON.stringify(fields),
})

const ROWS = HISTORY.map(toRow)

async function indexEvents(rows: readonly NewContractEventRow[]): Promise<void> {
  for (const row of rows) {
    await context.db.insertInto('chain_contract_event').values(row).execute()
  }
  await runUntilIdle([createMirrorStage(context)])
}

async function setTip(at: number): Promise<void> {
  const cursor = { ...buildLiveCursor(0, at), block_ms: (START + at) * 1000 }
  await context.pool.query('delete from chain_cursor')
  await context.db.insertInto('chain_cursor').values(cursor).execute()
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
    const { record } = await readAddress(context, TARGET)
    expect(record.freeze).toMatchObject({
      number: 1,
      proposalId: 8,
      since: START + 100_100,
      renewedAt: START + 200_000,
    })
  })
})
