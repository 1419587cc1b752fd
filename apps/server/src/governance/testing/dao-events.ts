import { hashReason } from '@app/contracts/hash-reason.ts'
import type { NewContractEventRow } from '../../db/tables/chain-tables.ts'
import { toTestAddress } from '../../testing/ledger.ts'

export const TARGET = toTestAddress(1)
export const ALICE = toTestAddress(2)
export const BOB = toTestAddress(3)
export const AGENT = toTestAddress(4)
export const DAY = 86_400
const REASON = 'because'
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
  type: 'DharmaProposals.StatusChanged',
  at,
  fields: { id: '7', before, after, votesFor: '0', votesAgainst: '0' },
})

interface FreezeFields {
  number: number
  proposalId: number
  /** Seconds after the start. */
  since: number
}

const frozen = (at: number, { number, proposalId, since }: FreezeFields): Event => ({
  type: 'DharmaProtection.Frozen',
  at,
  fields: {
    address: TARGET,
    freezeNumber: String(number),
    proposalId: String(proposalId),
    reasonHash: hashReason(REASON),
    since: toUnits(START + since),
    until: toUnits(START + at + 7 * DAY),
    untilBefore: null,
    flagCaseId: 'case',
  },
})

const HISTORY: Event[] = [
  {
    type: 'DharmaProtection.Flagged',
    at: 5,
    fields: {
      address: TARGET,
      flagNumber: '3',
      caseId: 'case',
      reasonCode: 'listed',
      reasonHash: 'a',
      flagger: AGENT,
    },
  },
  {
    type: 'DharmaGovernance.ProposalCreated',
    at: 10,
    fields: {
      id: '7',
      action: 'freeze',
      target: TARGET,
      flagNumber: null,
      freezeNumber: null,
      proposer: ALICE,
      rank: 'voter',
      isAppeal: false,
      title: 'Freeze it',
      description: 'Freezes it',
      reason: REASON,
      reasonHash: hashReason(REASON),
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
  frozen(100_100, { number: 1, proposalId: 7, since: 100_100 }),
  frozen(200_000, { number: 1, proposalId: 8, since: 100_100 }),
  ...[
    { at: 210_000, proposalId: 11 },
    { at: 220_000, proposalId: 12 },
  ].map(({ at, proposalId }) => ({
    type: 'DharmaProtection.FreezeOverruled',
    at,
    fields: {
      address: TARGET,
      freezeNumber: '1',
      proposalId: String(proposalId),
      overruledAt: toUnits(START + at),
    },
  })),
  {
    type: 'DharmaProtection.AppealOpened',
    at: 230_000,
    fields: {
      id: '13',
      address: TARGET,
      flagNumber: '3',
      freezeNumber: null,
      caseId: 'case',
      reasonHash: 'f',
      deadline: toUnits(START + 230_000 + DAY),
    },
  },
  {
    type: 'DharmaProtection.AppealClosed',
    at: 240_000,
    fields: { id: '13', address: TARGET, outcome: 'void', closedAt: toUnits(START + 240_000) },
  },
  {
    type: 'DharmaProtection.FlagLifted',
    at: 240_000,
    fields: {
      address: TARGET,
      flagNumber: '3',
      caseId: 'case',
      reasonCode: 'listed',
      cause: 'recheck',
      liftedAt: toUnits(START + 240_000),
    },
  },
  {
    type: 'DharmaProtection.FlagBarred',
    at: 240_000,
    fields: {
      address: TARGET,
      reasonCode: null,
      flagger: AGENT,
      until: toUnits(START + 240_000 + 7 * DAY),
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

const SECOND_FREEZE_AT = 50 * DAY

/** A freeze that lapses; 30 days later nothing is remembered, and another freeze begins. */
export const TWO_FREEZES = [
  frozen(100, { number: 1, proposalId: 1, since: 100 }),
  {
    type: 'DharmaProtection.FreezeEnded',
    at: 100 + 7 * DAY,
    fields: {
      address: TARGET,
      freezeNumber: '1',
      proposalId: null,
      endedAt: toUnits(START + 100 + 7 * DAY),
    },
  },
  frozen(SECOND_FREEZE_AT, { number: 2, proposalId: 9, since: SECOND_FREEZE_AT }),
].map(toRow)
