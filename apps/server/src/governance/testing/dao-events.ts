import type { NewContractEventRow } from '../../db/tables/chain-tables.ts'
import { toTestAddress } from '../../testing/ledger.ts'

export const TARGET = toTestAddress(1)
export const ALICE = toTestAddress(2)
export const BOB = toTestAddress(3)
const AGENT = toTestAddress(4)
export const DAY = 86_400
/** Unix seconds of the first block. */
export const START = 1_800_000_000

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
    fields: {
      address: TARGET,
      reporter: BOB,
      reasonHash: 'd',
      sequence: '1',
      scoreTenths: '651',
    },
  },
  {
    type: 'DharmaReports.ReportWithdrawn',
    at: 300_010,
    fields: { address: TARGET, reporter: BOB, sequence: '2' },
  },
  {
    type: 'DharmaReports.Vouched',
    at: 300_020,
    fields: { address: TARGET, voucher: BOB, sequence: '3', scoreTenths: '652' },
  },
  ...([10, 400_000] as const).map((at) => ({
    type: 'DharmaVault.Opened',
    at,
    fields: { address: ALICE, recoveryAddress: BOB },
  })),
  {
    type: 'DharmaVault.Closed',
    at: 300_000,
    fields: { address: ALICE, returnedTo: ALICE },
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

/** What happened to `TARGET` and others, in the order of blocks. */
export const ROWS = HISTORY.map(toRow)
