import type {
  CaseEntry,
  CaseEntryDetails,
  CaseEntryKind,
  EntryContent,
} from '@app/api/schemas/case.ts'

/** Time of the first entry; each other is an hour later. */
export const START_MS = Date.UTC(2026, 2, 10, 12)
const HOUR_MS = 3_600_000

const SECONDS = START_MS / 1000
const HASH = 'e'.repeat(64)

/** What an entry has that a test does not say. */
const DETAILS: { [K in CaseEntryKind]: CaseEntryDetails<K> } = {
  inputs: { evidenceHash: HASH, version: '12', score: 18, toHeight: 100 },
  warning: { reasonCode: 'keys', isAutomated: true },
  flag: { number: 4, reasonCode: 'listed', flagger: '0x179b6b1cb6755e31', reasonHash: HASH },
  lift: { number: 4, cause: 'recheck' },
  proposal: {
    proposalId: 7,
    action: 'freeze',
    title: 'Freeze 0x179b6b1cb6755e31',
    rank: 'other',
    isAppeal: false,
    createdAt: SECONDS,
    votingEndsAt: SECONDS + 86_400,
  },
  vote: {
    proposalId: 7,
    support: true,
    sequence: 1,
    score: 71,
    evidenceHash: HASH,
    castAt: SECONDS,
  },
  voting_end: { proposalId: 7, result: 'approved', votesFor: 3, votesAgainst: 0 },
  execution: { proposalId: 7, action: 'freeze', executedAt: SECONDS },
  freeze: { number: 1, proposalId: 7, since: SECONDS, renewedAt: SECONDS },
  freeze_end: { number: 1, cause: 'lapsed', endedAt: SECONDS },
  appeal: {
    appealId: 2,
    against: 'flag',
    number: 4,
    openedAt: SECONDS,
    deadline: SECONDS + 86_400,
  },
  appeal_outcome: { appealId: 2, outcome: 'upheld', closedAt: SECONDS },
  owner_statement: { sequence: 1 },
  clearance: { cause: 'recheck' },
}

/** A kind, and the details of it that matter in a test. */
export type EntryDraft = {
  [K in CaseEntryKind]: { kind: K; details?: Partial<CaseEntryDetails<K>> }
}[CaseEntryKind]

/** Completes the details of an entry. */
export const buildContent = ({ kind, details }: EntryDraft): EntryContent =>
  // The compiler does not relate kind and details that were taken apart.
  ({ kind, details: { ...DETAILS[kind], ...details } }) as EntryContent

/** Returns entries of a case with these contents, numbered from 1. */
export const buildEntries = (
  drafts: readonly (EntryDraft & Partial<Omit<CaseEntry, 'kind' | 'details'>>)[],
): CaseEntry[] =>
  drafts.map((draft, index) => ({
    number: index + 1,
    at: new Date(START_MS + index * HOUR_MS).toISOString(),
    by: '0x179b6b1cb6755e31',
    textHash: null,
    txId: null,
    previousHash: String(index).padStart(64, '0'),
    hash: String(index + 1).padStart(64, '0'),
    text: null,
    withheld: null,
    message: null,
    ...draft,
    ...buildContent(draft),
  }))
