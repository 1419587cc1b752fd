import {
  CASE_FORMAT,
  type CaseEntry,
  type CaseEntryKind,
  type CaseFile,
} from '@app/api/schemas/case/case-file.ts'
import type { CaseEntryDetails } from '@app/api/schemas/case/entry-details.ts'
import type { GovernanceAction } from '@app/contracts/consent-message.ts'
import { buildOwnerStatementMessage } from '@app/contracts/owner-statement.ts'
import { formatProposalTitle } from '@app/contracts/proposal-title.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { judgeBehaviour } from '@app/score/behaviour/judge-behaviour.ts'
import { type CanonicalValue, toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { formatClearance } from '@app/server/agent/clearing/build-clearance.ts'
import { toTestAddress } from '@app/server/testing/ledger.ts'
import type { Address } from '@app/values/address.ts'
import { computeStatement } from '../case/compute-statement.ts'
import { FIRST_PREVIOUS_HASH, hashCaseEntry, sha256 } from '../case/hash-case-entry.ts'
import { ALICE, buildSampleEvidence, SAMPLE_FACTS } from './build-sample-evidence.ts'
import { signSampleConsent, signSampleMessage } from './sign-sample-message.ts'

export const AGENT = toTestAddress(20)
export const [ANN, BEN, CIM] = [toTestAddress(11), toTestAddress(12), toTestAddress(13)]

/** A whole minute: the warning. */
export const WARNED_AT = 1_763_812_800

const MINUTE = 60
const HOUR = 3600
const DAY = 24 * HOUR

/** Times of the case, in Unix seconds. */
const TIMES = {
  flagged: WARNED_AT + 2 * MINUTE,
  proposed: WARNED_AT + 10 * MINUTE,
  frozen: WARNED_AT + 10 * MINUTE + DAY + HOUR,
  appealedFreeze: WARNED_AT + DAY + 3 * HOUR,
  appealedFlag: WARNED_AT + DAY + 4 * HOUR,
  stated: WARNED_AT + DAY + 5 * HOUR,
  again: WARNED_AT + 2 * DAY + 5 * HOUR,
}

export const CASE_ID = 'alice-1'

const evidence = buildSampleEvidence()

type Draft = Pick<CaseEntry, 'kind' | 'at' | 'by' | 'details'> &
  Partial<Pick<CaseEntry, 'text' | 'txId' | 'message'>>

interface DraftOf<K extends CaseEntryKind> {
  at: number
  by?: Address | null
  details: CaseEntryDetails<K>
  text?: string
  isOnChain?: boolean
  message?: CaseEntry['message']
}

/** Drafts an entry; those on the chain get a transaction id that follows from what they say. */
function draft<K extends CaseEntryKind>(kind: K, input: DraftOf<K>): Draft {
  const { at, by = null, details, isOnChain = false, ...rest } = input
  const txId = isOnChain ? sha256(`${kind} ${at} ${by}`) : null
  return { kind, at: new Date(at * 1000).toISOString(), by, details, txId, ...rest }
}

const statement = computeStatement(evidence, {
  evidenceKinds: ['listed', 'behaviour'],
  isAutomated: true,
  ordinary: judgeBehaviour(SAMPLE_FACTS).comparison,
  reasons: [],
})

export const STATEMENT_TEXT = toCanonicalJson(statement as unknown as CanonicalValue)

function draftAccusation(): Draft[] {
  const { evidenceHash, version, score, coverage } = evidence
  const inputs = { evidenceHash, version, score, toHeight: coverage.toHeight }
  const reasonCode = 'listed'
  const flag = { reasonCode, flagger: AGENT, reasonHash: sha256('Listed contact.') }
  return [
    draft('inputs', { at: WARNED_AT, details: inputs }),
    draft('warning', {
      at: WARNED_AT,
      by: AGENT,
      details: { reasonCode, isAutomated: true },
      text: STATEMENT_TEXT,
    }),
    draft('flag', {
      at: TIMES.flagged,
      by: AGENT,
      details: flag,
      text: STATEMENT_TEXT,
      isOnChain: true,
    }),
  ]
}

interface BallotDraft {
  proposalId: number
  createdAt: number
  by: Address
  action: GovernanceAction
  isAppeal: boolean
  reason: string
  /** Voter, choice and minute after the creation. */
  votes: [Address, boolean, number][]
}

const sequences = { votes: 0 }

function draftProposal(ballot: BallotDraft): Draft {
  const { proposalId, createdAt, by, action, isAppeal, reason } = ballot
  const content = { kind: 'proposal', action, reasonHash: sha256(reason) } as const
  const validUntil = createdAt + DAY
  return draft('proposal', {
    at: createdAt,
    by,
    details: {
      proposalId,
      action: action.name,
      title: formatProposalTitle(action),
      isAppeal,
      createdAt,
      votingEndsAt: createdAt + DAY,
    },
    text: reason,
    isOnChain: true,
    ...(!isAppeal && {
      message: signSampleConsent({ content, signer: by, sequence: proposalId, validUntil }),
    }),
  })
}

function draftVotes({ proposalId, createdAt, action, votes }: BallotDraft): Draft[] {
  return votes.map(([voter, support, minute]) => {
    const castAt = createdAt + minute * MINUTE
    const content = { kind: 'vote', proposalId: BigInt(proposalId), action, support } as const
    sequences.votes += 1
    const sequence = sequences.votes
    return draft('vote', {
      at: castAt,
      by: voter,
      details: { proposalId, support, sequence, score: 81.5, evidenceHash: 'e'.repeat(64), castAt },
      isOnChain: true,
      message: signSampleConsent({ content, signer: voter, sequence, validUntil: castAt + DAY }),
    })
  })
}

function draftEnd(
  { proposalId, createdAt }: BallotDraft,
  details: Omit<CaseEntryDetails<'voting_end'>, 'proposalId'>,
): Draft {
  return draft('voting_end', { at: createdAt + DAY, details: { proposalId, ...details } })
}

const FREEZE: BallotDraft = {
  proposalId: 1,
  createdAt: TIMES.proposed,
  by: AGENT,
  action: { name: 'freeze', target: ALICE },
  isAppeal: false,
  reason: 'It took what a listed wallet swept from others.',
  votes: [
    [ANN, false, 1],
    [BEN, true, 2],
    [ANN, true, 3],
    [CIM, true, 4],
  ],
}

const FREEZE_APPEAL: BallotDraft = {
  proposalId: 2,
  createdAt: TIMES.appealedFreeze,
  by: ALICE,
  action: { name: 'unfreeze', target: ALICE, appealedCaseId: null },
  isAppeal: true,
  reason: 'It was payment for work, and the freeze stops my wages.',
  votes: [
    [ANN, false, 1],
    [BEN, false, 2],
    [CIM, true, 3],
  ],
}

const FLAG_APPEAL: BallotDraft = {
  ...FREEZE_APPEAL,
  proposalId: 3,
  createdAt: TIMES.appealedFlag,
  action: { name: 'unfreeze', target: ALICE, appealedCaseId: CASE_ID },
  reason: 'A thief paid me for my work; I am not one of them.',
  votes: [[ANN, true, 1]],
}

const SECOND: BallotDraft = {
  ...FLAG_APPEAL,
  proposalId: 4,
  createdAt: TIMES.again,
  votes: [
    [ANN, true, 1],
    [BEN, true, 2],
    [CIM, false, 3],
  ],
}

function draftFreeze(): Draft[] {
  const { frozen: at } = TIMES
  const freeze = { number: 1, proposalId: 1, since: at, renewedAt: at }
  return [
    draftProposal(FREEZE),
    ...draftVotes(FREEZE),
    draftEnd(FREEZE, { result: 'approved', votesFor: 3, votesAgainst: 0 }),
    draft('execution', {
      at,
      details: { proposalId: 1, action: 'freeze', executedAt: at },
      isOnChain: true,
    }),
    draft('freeze', { at, details: freeze, isOnChain: true }),
    draft('freeze_end', {
      at: at + 7 * DAY,
      details: { number: 1, cause: 'lapsed', endedAt: at + 7 * DAY },
    }),
  ]
}

function draftAppeal(
  { createdAt: at, proposalId, reason }: BallotDraft,
  { appealId, against, subject }: { appealId: number; against: 'flag' | 'freeze'; subject: string },
): Draft {
  const named = against === 'flag' ? { caseId: subject } : { freezeProposalId: BigInt(subject) }
  const content = { kind: 'appeal', against: named, reasonHash: sha256(reason) } as const
  const signed = { signer: ALICE, sequence: appealId, validUntil: at + DAY }
  const clock = { openedAt: at, deadline: at + 72 * HOUR }
  return draft('appeal', {
    at,
    by: ALICE,
    details: { appealId, against, subject, proposalId, ...clock },
    text: reason,
    isOnChain: true,
    message: signSampleConsent({ content, ...signed }),
  })
}

/** The appeal against the freeze is denied. */
function draftDeniedAppeal(): Draft[] {
  const closedAt = FREEZE_APPEAL.createdAt + DAY
  return [
    draftProposal(FREEZE_APPEAL),
    draftAppeal(FREEZE_APPEAL, { appealId: 1, against: 'freeze', subject: '1' }),
    ...draftVotes(FREEZE_APPEAL),
    draftEnd(FREEZE_APPEAL, { result: 'rejected', votesFor: 1, votesAgainst: 2 }),
    draft('appeal_outcome', {
      at: closedAt,
      details: { appealId: 1, outcome: 'denied', closedAt },
    }),
  ]
}

/** The appeal against the flag is upheld by its second vote. */
function draftUpheldAppeal(): Draft[] {
  const closedAt = SECOND.createdAt + DAY
  const deadline = FLAG_APPEAL.createdAt + 72 * HOUR
  const content = {
    kind: 'appeal',
    against: { secondProposalOf: 2n },
    reasonHash: sha256(SECOND.reason),
  } as const
  const signed = { signer: ALICE, sequence: 3, validUntil: SECOND.createdAt + DAY }
  return [
    draftProposal(FLAG_APPEAL),
    draftAppeal(FLAG_APPEAL, { appealId: 2, against: 'flag', subject: CASE_ID }),
    ...draftVotes(FLAG_APPEAL),
    draftEnd(FLAG_APPEAL, { result: 'expired', votesFor: 1, votesAgainst: 0 }),
    draftProposal(SECOND),
    draft('second_proposal', {
      at: SECOND.createdAt,
      by: ALICE,
      details: { appealId: 2, proposalId: 4, deadline },
      text: SECOND.reason,
      isOnChain: true,
      message: signSampleConsent({ content, ...signed }),
    }),
    ...draftVotes(SECOND),
    draftEnd(SECOND, { result: 'approved', votesFor: 2, votesAgainst: 1 }),
    draft('appeal_outcome', {
      at: closedAt,
      details: { appealId: 2, outcome: 'upheld', closedAt },
    }),
    draft('lift', {
      at: closedAt,
      details: { cause: 'appeal', barredUntil: closedAt + 7 * DAY },
      isOnChain: true,
    }),
    draftClearance(closedAt),
  ]
}

function draftClearance(at: number): Draft {
  const cleared = { address: ALICE, caseId: CASE_ID, openedMs: WARNED_AT * 1000 }
  const text = formatClearance('local', { ...cleared, clearedMs: at * 1000, cause: 'appeal' })
  const message = signSampleMessage({ signer: AGENT, sequence: 0, validUntil: 0 }, () => text)
  return draft('clearance', { at, by: AGENT, details: { cause: 'appeal' }, text, message })
}

export const OWNER_TEXT = 'I sold a bicycle, and have the receipt.'

function draftOwnerStatement(): Draft {
  const at = TIMES.stated
  const content = { caseId: CASE_ID, textHash: sha256(OWNER_TEXT) }
  const message = signSampleMessage(
    { signer: ALICE, sequence: 1, validUntil: at + HOUR },
    (context) => buildOwnerStatementMessage(context, content),
  )
  return draft('owner_statement', {
    at,
    by: ALICE,
    details: { sequence: 1 },
    text: OWNER_TEXT,
    message,
  })
}

/** Builds a case with everything that can happen in one, signed with real keys. */
export function buildSampleCase(): CaseFile {
  sequences.votes = 0
  const drafts = [
    ...draftAccusation(),
    ...draftFreeze(),
    ...draftDeniedAppeal(),
    ...draftUpheldAppeal(),
    draftOwnerStatement(),
  ].toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const unlinked = { number: 0, previousHash: '', hash: '', withheld: null }
  const entries = drafts.map(({ text = null, txId = null, message = null, ...entry }) => {
    const textHash = text === null ? null : sha256(text)
    return { ...unlinked, ...entry, text, textHash, txId, message }
  })
  return relink({
    format: CASE_FORMAT,
    network: 'local',
    contract: getContractAddress('DharmaGovernance', 'local'),
    address: ALICE,
    caseId: CASE_ID,
    kind: 'accusation',
    reasonCode: 'listed',
    openedAt: '',
    changedAt: '',
    isOpen: false,
    outcome: 'upheld',
    isAutomated: true,
    entryCount: 0,
    headHash: '',
    statement: structuredClone(statement),
    ownerStatement: { at: new Date(TIMES.stated * 1000).toISOString(), text: OWNER_TEXT },
    entries,
    evidence: [structuredClone(evidence)],
  })
}

/** Numbers the entries and computes all hashes again, as a forger would. Changes the file and returns it. */
export function relink(file: CaseFile): CaseFile {
  let previousHash = FIRST_PREVIOUS_HASH
  for (const [index, entry] of file.entries.entries()) {
    Object.assign(entry, { number: index + 1, previousHash })
    entry.hash = hashCaseEntry(file, entry)
    previousHash = entry.hash
  }
  const [first, last] = [file.entries[0], file.entries.at(-1)]
  const ends = { openedAt: first?.at ?? '', changedAt: last?.at ?? '' }
  return Object.assign(file, { entryCount: file.entries.length, headHash: previousHash, ...ends })
}
