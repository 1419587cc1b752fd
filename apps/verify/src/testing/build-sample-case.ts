import {
  CASE_FORMAT,
  type CaseEntry,
  type CaseEntryDetails,
  type CaseEntryKind,
  type CaseFile,
} from '@app/api/schemas/case.ts'
import type { GovernanceAction, SignedVote } from '@app/contracts/consent-message.ts'
import { formatProposalTitle } from '@app/contracts/proposal-title.ts'
import { type CanonicalValue, toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { formatClearance } from '@app/server/agent/clearing/build-clearance.ts'
import { toTestAddress } from '@app/server/testing/ledger.ts'
import type { Address } from '@app/values/address.ts'
import { computeStatement } from '../case/reasons.ts'
import { FIRST_PREVIOUS_HASH, hashCaseEntry, sha256 } from '../case/rebuild-case.ts'
import { ALICE, buildSampleEvidence } from './build-sample-evidence.ts'
import { CONTRACT, DAY, START, signSample } from './sign-sample.ts'

const [AGENT, ANN, BEN, CIM] = [20, 11, 12, 13].map(toTestAddress) as [
  Address,
  Address,
  Address,
  Address,
]
const CASE_ID = 'alice-1'
const [FLAG, FREEZE] = [8, 6]
const FROZEN_AT = START + DAY + 3600

const evidence = buildSampleEvidence()

const statement = computeStatement(evidence, {
  ...{ evidenceKinds: ['contact', 'behaviour'], isAutomated: true },
})

export const STATEMENT_TEXT = toCanonicalJson(statement as unknown as CanonicalValue)

type Draft = Partial<CaseEntry>

/** Drafts an entry; those on the chain get a transaction. */
function draft<K extends CaseEntryKind>(
  kind: K,
  at: number,
  details: CaseEntryDetails<K>,
  more: Pick<Draft, 'by' | 'text' | 'message'> = {},
): Draft {
  const txId = ON_CHAIN.test(kind) ? sha256(`${kind} ${at}`) : null
  // The compiler does not relate a generic kind to the union.
  return { kind, details, at: new Date(at * 1000).toISOString(), txId, ...more } as Draft
}

const ON_CHAIN = /^(flag|proposal|vote|execution|freeze|appeal|lift)$/

function draftAccusation(): Draft[] {
  const { evidenceHash, version, score, coverage } = evidence
  const reasonCode = 'contact'
  const reasonHash = sha256('Listed contact.')
  const said = { by: AGENT, text: STATEMENT_TEXT }
  return [
    draft('inputs', START, { evidenceHash, version, score, toHeight: coverage.toHeight }),
    draft('warning', START, { reasonCode, isAutomated: true }, said),
    draft('flag', START + 60, { number: FLAG, reasonCode, flagger: AGENT, reasonHash }, said),
  ]
}

/** Ann votes again; each message carries a vote on a proposal of another case too. */
const VOTES: readonly [Address, boolean][] = [
  [ANN, false],
  [BEN, true],
  [ANN, true],
  [CIM, true],
]

const OTHER_VOTE: SignedVote = {
  proposalId: 70n,
  action: { name: 'freeze', target: toTestAddress(30) },
  support: false,
}

function draftVote([by, support]: readonly [Address, boolean], index: number): Draft {
  const [castAt, sequence] = [START + 180 + 60 * index, index + 1]
  const own: SignedVote = { proposalId: 1n, action: { name: 'freeze', target: ALICE }, support }
  const message = signSample(by, { kind: 'vote', votes: [OTHER_VOTE, own] }, { sequence })
  const score = { score: 81.5, evidenceHash: 'e'.repeat(64) }
  return draft(
    'vote',
    castAt,
    { proposalId: 1, support, sequence, ...score, castAt },
    { by, message },
  )
}

function draftProposal(
  action: GovernanceAction,
  at: number,
  { id, isAppeal, ...more }: { id: number; isAppeal: boolean } & Partial<Draft>,
): Draft {
  const title = formatProposalTitle(action)
  const rank = isAppeal ? 'other' : 'appointed'
  const times = { createdAt: at, votingEndsAt: at + DAY }
  return draft(
    'proposal',
    at,
    { proposalId: id, action: action.name, title, rank, isAppeal, ...times },
    more,
  )
}

function draftFreeze(): Draft[] {
  const [at, text] = [START + 120, 'It took what a listed wallet swept from others.']
  const action = { name: 'freeze', target: ALICE } as const
  const message = signSample(AGENT, { kind: 'proposal', action, reasonHash: sha256(text) })
  const counted = { proposalId: 1, result: 'approved', votesFor: 3, votesAgainst: 0 } as const
  const freeze = { number: FREEZE, proposalId: 1, since: FROZEN_AT, renewedAt: FROZEN_AT }
  return [
    draftProposal(action, at, { id: 1, isAppeal: false, by: AGENT, text, message }),
    ...VOTES.map(draftVote),
    draft('voting_end', at + DAY, counted),
    draft('execution', FROZEN_AT, { proposalId: 1, action: 'freeze', executedAt: FROZEN_AT }),
    draft('freeze', FROZEN_AT, freeze),
  ]
}

/** Nobody votes on the appeal, so that it lifts the flag. */
function draftAppeal(): Draft[] {
  const [at, deadline] = [FROZEN_AT + 60, FROZEN_AT + 60 + DAY]
  const [by, text] = [ALICE, 'A thief paid me for my work; I am not one of them.']
  const flagNumber = BigInt(FLAG)
  const action = { name: 'unfreeze', target: ALICE, flagNumber, freezeNumber: null } as const
  const reasonHash = sha256(text)
  const message = signSample(by, { kind: 'appeal', against: { flagNumber }, reasonHash })
  const appeal = { appealId: 2, against: 'flag', number: FLAG, openedAt: at, deadline } as const
  const outcome = { appealId: 2, outcome: 'undecided', closedAt: deadline } as const
  const counted = { proposalId: 2, result: 'expired', votesFor: 0, votesAgainst: 0 } as const
  return [
    draftProposal(action, at, { id: 2, isAppeal: true, by, text }),
    draft('appeal', at, appeal, { by, text, message }),
    draft('voting_end', deadline, counted),
    draft('appeal_outcome', deadline, outcome),
    draft('lift', deadline, { number: FLAG, cause: 'appeal' }),
  ]
}

function draftEnd(): Draft[] {
  const at = FROZEN_AT + 7 * DAY
  const times = { openedMs: START * 1000, clearedMs: at * 1000 }
  const cleared = { address: ALICE, caseId: CASE_ID, ...times, cause: 'appeal' } as const
  const withdrawn = formatClearance('local', cleared)
  const textHash = sha256(OWNER_TEXT)
  const stated = signSample(ALICE, { kind: 'owner statement', caseId: CASE_ID, textHash })
  const signed = { by: AGENT, text: withdrawn, message: signSample(AGENT, withdrawn) }
  return [
    draft('freeze_end', at, { number: FREEZE, cause: 'lapsed', endedAt: at }),
    draft('owner_statement', at, { sequence: 1 }, { by: ALICE, text: OWNER_TEXT, message: stated }),
    draft('clearance', at, { cause: 'appeal' }, signed),
  ]
}

const OWNER_TEXT = 'I sold a bicycle, and have the receipt.'

/** Builds a case with everything that can happen in one, signed with real keys. */
export function buildSampleCase(): CaseFile {
  const drafts = [...draftAccusation(), ...draftFreeze(), ...draftAppeal(), ...draftEnd()]
  const empty = { number: 0, previousHash: '', hash: '', withheld: null, by: null, message: null }
  const entries = drafts.map(({ text = null, ...entry }) => {
    const textHash = text === null ? null : sha256(text)
    return { ...empty, text, textHash, ...entry } as CaseEntry
  })
  const origin = { network: 'local', contract: CONTRACT, address: ALICE, caseId: CASE_ID } as const
  const standing = { isAutomated: true, isOpen: false, outcome: 'undecided' } as const
  return relink({
    ...{ format: CASE_FORMAT, ...origin, kind: 'accusation', reasonCode: 'contact', ...standing },
    ...{ openedAt: '', changedAt: '', entryCount: 0, headHash: '' },
    statement: structuredClone(statement),
    ownerStatement: { at: entries.at(-2)?.at ?? '', text: OWNER_TEXT },
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

/** Returns an entry of a kind, counted from 0. */
export function getEntry<K extends CaseEntryKind>(
  file: CaseFile,
  kind: K,
  index = 0,
): CaseEntry<K> {
  const entry = file.entries.filter((one) => one.kind === kind)[index]
  if (entry === undefined) throw new Error(`The case has no entry ${kind} number ${index}.`)
  // The compiler does not relate a generic kind to the union.
  return entry as CaseEntry<K>
}
