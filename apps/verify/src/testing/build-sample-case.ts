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

/** Drafts an entry; `tx` gives it a transaction. */
function draft<K extends CaseEntryKind>(
  kind: K,
  at: number,
  details: CaseEntryDetails<K>,
  { tx = true, ...more }: Pick<Draft, 'by' | 'text' | 'message'> & { tx?: boolean } = {},
): Draft {
  const txId = tx ? sha256(`${kind} ${at}`) : null
  // The compiler does not relate a generic kind to the union.
  return { kind, details, at: new Date(at * 1000).toISOString(), txId, ...more } as Draft
}

const OFF_CHAIN = { tx: false }

function draftAccusation(): Draft[] {
  const { evidenceHash, version, score, coverage } = evidence
  const inputs = { evidenceHash, version, score, toHeight: coverage.toHeight }
  const reasonCode = 'contact'
  const flag = { number: FLAG, reasonCode, flagger: AGENT, reasonHash: sha256('Listed contact.') }
  const said = { by: AGENT, text: STATEMENT_TEXT }
  return [
    draft('inputs', START, inputs, OFF_CHAIN),
    draft('warning', START, { reasonCode, isAutomated: true }, { ...said, ...OFF_CHAIN }),
    draft('flag', START + 60, flag, said),
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

function draftFreeze(): Draft[] {
  const action = { name: 'freeze', target: ALICE } as const
  const reason = 'It took what a listed wallet swept from others.'
  const ends = { createdAt: START + 120, votingEndsAt: START + 120 + DAY }
  const title = formatProposalTitle(action)
  const proposed = {
    proposalId: 1,
    action: 'freeze',
    title,
    rank: 'appointed',
    isAppeal: false,
    ...ends,
  } as const
  const content = { kind: 'proposal', action, reasonHash: sha256(reason) } as const
  const votes = VOTES.map(([by, support], index) => {
    const [castAt, sequence] = [START + 180 + 60 * index, index + 1]
    const cast = [OTHER_VOTE, { proposalId: 1n, action, support }]
    const message = signSample(by, { kind: 'vote', votes: cast }, { sequence })
    const details = {
      proposalId: 1,
      support,
      sequence,
      score: 81.5,
      evidenceHash: 'e'.repeat(64),
      castAt,
    }
    return draft('vote', castAt, details, { by, message })
  })
  const freeze = { number: FREEZE, proposalId: 1, since: FROZEN_AT, renewedAt: FROZEN_AT }
  const counted = { proposalId: 1, result: 'approved', votesFor: 3, votesAgainst: 0 } as const
  return [
    draft('proposal', START + 120, proposed, {
      by: AGENT,
      text: reason,
      message: signSample(AGENT, content),
    }),
    ...votes,
    draft('voting_end', START + 120 + DAY, counted, OFF_CHAIN),
    draft('execution', FROZEN_AT, { proposalId: 1, action: 'freeze', executedAt: FROZEN_AT }),
    draft('freeze', FROZEN_AT, freeze),
  ]
}

/** Nobody votes on the appeal, so that it lifts the flag. */
function draftAppeal(): Draft[] {
  const [at, deadline] = [FROZEN_AT + 60, FROZEN_AT + 60 + DAY]
  const [by, text] = [ALICE, 'A thief paid me for my work; I am not one of them.']
  const action: GovernanceAction = {
    name: 'unfreeze',
    target: ALICE,
    flagNumber: BigInt(FLAG),
    freezeNumber: null,
  }
  const proposal = {
    proposalId: 2,
    action: 'unfreeze',
    title: formatProposalTitle(action),
    rank: 'other',
    isAppeal: true,
    createdAt: at,
    votingEndsAt: deadline,
  } as const
  const against = { flagNumber: BigInt(FLAG) }
  const message = signSample(by, { kind: 'appeal', against, reasonHash: sha256(text) })
  const counted = { proposalId: 2, result: 'expired', votesFor: 0, votesAgainst: 0 } as const
  return [
    draft('proposal', at, proposal, { by, text }),
    draft(
      'appeal',
      at,
      { appealId: 2, against: 'flag', number: FLAG, openedAt: at, deadline },
      { by, text, message },
    ),
    draft('voting_end', deadline, counted, OFF_CHAIN),
    draft(
      'appeal_outcome',
      deadline,
      { appealId: 2, outcome: 'undecided', closedAt: deadline },
      OFF_CHAIN,
    ),
    draft('lift', deadline, { number: FLAG, cause: 'appeal' }),
  ]
}

const OWNER_TEXT = 'I sold a bicycle, and have the receipt.'

function draftEnd(): Draft[] {
  const at = FROZEN_AT + 7 * DAY
  const cleared = { address: ALICE, caseId: CASE_ID, openedMs: START * 1000, clearedMs: at * 1000 }
  const clearance = formatClearance('local', { ...cleared, cause: 'appeal' })
  const textHash = sha256(OWNER_TEXT)
  const stated = signSample(ALICE, { kind: 'owner statement', caseId: CASE_ID, textHash })
  return [
    draft('freeze_end', at, { number: FREEZE, cause: 'lapsed', endedAt: at }, OFF_CHAIN),
    draft(
      'owner_statement',
      at,
      { sequence: 1 },
      { by: ALICE, text: OWNER_TEXT, message: stated, tx: false },
    ),
    draft(
      'clearance',
      at,
      { cause: 'appeal' },
      { by: AGENT, text: clearance, message: signSample(AGENT, clearance), tx: false },
    ),
  ]
}

/** Builds a case with everything that can happen in one, signed with real keys. */
export function buildSampleCase(): CaseFile {
  const drafts = [...draftAccusation(), ...draftFreeze(), ...draftAppeal(), ...draftEnd()]
  const unlinked = {
    number: 0,
    previousHash: '',
    hash: '',
    withheld: null,
    by: null,
    message: null,
  }
  const entries = drafts.map(({ text = null, ...entry }) => {
    const textHash = text === null ? null : sha256(text)
    return { ...unlinked, text, textHash, ...entry } as CaseEntry
  })
  return relink({
    ...{
      format: CASE_FORMAT,
      network: 'local',
      contract: CONTRACT,
      address: ALICE,
      caseId: CASE_ID,
    },
    ...{
      kind: 'accusation',
      reasonCode: 'contact',
      isAutomated: true,
      isOpen: false,
      outcome: 'undecided',
    },
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
