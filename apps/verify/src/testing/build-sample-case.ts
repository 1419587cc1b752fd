import { CASE_FORMAT, type CaseFile } from '@app/api/schemas/case.ts'
import { buildOwnerStatementMessage } from '@app/contracts/consent-message.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { judgeBehaviour } from '@app/score/behaviour/judge-behaviour.ts'
import { type CanonicalValue, toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { formatClearance } from '@app/server/agent/clearing/build-clearance.ts'
import { computeStatement } from '../case/reasons.ts'
import { FIRST_PREVIOUS_HASH, hashCaseEntry, sha256 } from '../case/record.ts'
import { ALICE, buildSampleEvidence, SAMPLE_FACTS } from './build-sample-evidence.ts'
import {
  AGENT,
  type BallotDraft,
  CASE_ID,
  type Draft,
  draft,
  draftEnd,
  draftProposal,
  draftVotes,
  FLAG_APPEAL,
  FLAG_NUMBER,
  FREEZE,
  FREEZE_APPEAL,
  FREEZE_NUMBER,
  HOUR,
  sequences,
  TIMES,
  WARNED_AT,
} from './draft-sample-votes.ts'
import { DAY, signSampleConsent, signSampleMessage } from './sign-sample-message.ts'

const evidence = buildSampleEvidence()

const statement = computeStatement(evidence, {
  evidenceKinds: ['contact', 'behaviour'],
  isAutomated: true,
  ordinary: judgeBehaviour(SAMPLE_FACTS).comparison,
  reasons: [],
})

export const STATEMENT_TEXT = toCanonicalJson(statement as unknown as CanonicalValue)

function draftAccusation(): Draft[] {
  const { evidenceHash, version, score, coverage } = evidence
  const inputs = { evidenceHash, version, score, toHeight: coverage.toHeight }
  const reasonCode = 'contact'
  const flag = {
    number: Number(FLAG_NUMBER),
    reasonCode,
    flagger: AGENT,
    reasonHash: sha256('Listed contact.'),
  }
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

function draftFreeze(): Draft[] {
  const { frozen: at } = TIMES
  const number = Number(FREEZE_NUMBER)
  const freeze = { number, proposalId: 1, since: at, renewedAt: at }
  const execution = draft('execution', {
    at,
    details: { proposalId: 1, action: 'freeze', executedAt: at },
    isOnChain: true,
  })
  return [
    draftProposal(FREEZE),
    ...draftVotes(FREEZE),
    draftEnd(FREEZE, { result: 'approved', votesFor: 3, votesAgainst: 0 }),
    execution,
    { ...draft('freeze', { at, details: freeze }), txId: execution.txId ?? null },
    draft('freeze_end', {
      at: at + 7 * DAY,
      details: { number, cause: 'lapsed', endedAt: at + 7 * DAY },
    }),
  ]
}

function draftAppeal({ createdAt: at, proposalId, reason, action }: BallotDraft): Draft {
  const isOfFlag = action.name === 'unfreeze' && action.flagNumber !== null
  const named = isOfFlag ? { flagNumber: FLAG_NUMBER } : { freezeNumber: FREEZE_NUMBER }
  const content = { kind: 'appeal', against: named, reasonHash: sha256(reason) } as const
  const signed = { signer: ALICE, sequence: proposalId, validUntil: at + DAY }
  const subject = isOfFlag
    ? ({ against: 'flag', number: Number(FLAG_NUMBER) } as const)
    : ({ against: 'freeze', number: Number(FREEZE_NUMBER) } as const)
  return draft('appeal', {
    at,
    by: ALICE,
    details: { appealId: proposalId, ...subject, openedAt: at, deadline: at + DAY },
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
    draftAppeal(FREEZE_APPEAL),
    ...draftVotes(FREEZE_APPEAL),
    draftEnd(FREEZE_APPEAL, { result: 'rejected', votesFor: 1, votesAgainst: 2 }),
    draft('appeal_outcome', {
      at: closedAt,
      details: { appealId: 2, outcome: 'denied', closedAt },
    }),
  ]
}

/** The freeze lapses while an appeal against it is open. */
function draftVoidAppeal(): Draft[] {
  const closedAt = TIMES.frozen + 7 * DAY
  const ballot = { ...FREEZE_APPEAL, createdAt: closedAt - HOUR }
  const end = { proposalId: 2, result: 'expired', votesFor: 1, votesAgainst: 2 } as const
  return [
    draftProposal(ballot),
    draftAppeal(ballot),
    ...draftVotes(ballot),
    draft('voting_end', { at: closedAt, details: end }),
    draft('appeal_outcome', {
      at: closedAt,
      details: { appealId: 2, outcome: 'void', closedAt },
    }),
  ]
}

/** The appeal against the flag is upheld. */
function draftUpheldAppeal(): Draft[] {
  const closedAt = FLAG_APPEAL.createdAt + DAY
  return [
    draftProposal(FLAG_APPEAL),
    draftAppeal(FLAG_APPEAL),
    ...draftVotes(FLAG_APPEAL),
    draftEnd(FLAG_APPEAL, { result: 'approved', votesFor: 2, votesAgainst: 1 }),
    draft('appeal_outcome', {
      at: closedAt,
      details: { appealId: 3, outcome: 'upheld', closedAt },
    }),
    draft('lift', {
      at: closedAt,
      details: { number: Number(FLAG_NUMBER), cause: 'appeal' },
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
export function buildSampleCase({ isAppealVoid = false } = {}): CaseFile {
  sequences.votes = 0
  const drafts = [
    ...draftAccusation(),
    ...draftFreeze(),
    ...(isAppealVoid ? draftVoidAppeal() : draftDeniedAppeal()),
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
    reasonCode: 'contact',
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
