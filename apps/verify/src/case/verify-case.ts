import type { CaseEntryKind, CaseFile } from '@app/api/schemas/case.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import {
  type Check,
  type CheckReporter,
  type Difference,
  pluralize,
  runChecks,
  type UncheckedClaim,
} from '../check.ts'
import { findAppealDifference } from './appeals.ts'
import { findBallotDifference, findVoidFinding } from './ballots.ts'
import { buildCaseChainChecks } from './chain-checks.ts'
import { findFreezeFinding } from './freezes.ts'
import { findMessageDifference, findSignatureFinding, listSignedEntries } from './messages.ts'
import { type ParsedCase, parseCase, selectEntries } from './parse-case.ts'
import { findClearanceDifference, findEvidenceFinding, findStatementDifference } from './reasons.ts'
import {
  findActorDifference,
  findChainDifference,
  findEntryTimeDifference,
  findOriginDifference,
  findTextHashDifference,
  findWithheldTexts,
} from './record.ts'
import { findStandingDifference } from './standing.ts'

/** Checks the claims of a case file; without a node, those that the file alone shows. Returns the first difference, or `null`. */
export async function verifyCase(
  file: CaseFile,
  flow: FlowReader | null,
  report: CheckReporter,
): Promise<Difference | null> {
  const parsed = parseCase(file)
  if ('expected' in parsed) return parsed
  const checks = [
    ...buildOfflineChecks(parsed),
    ...(flow === null ? [] : buildCaseChainChecks(parsed, flow)),
  ]
  return await runChecks(checks, report)
}

/** Returns what is not checked with a node or without one, by the fields of the file. */
export function listUncheckedInCase(file: CaseFile, hasNode: boolean): UncheckedClaim[] {
  const { entries } = file
  const last = entries.at(-1)
  return [
    ...(hasNode ? [] : ONLY_ON_CHAIN),
    ...listOffChainClaims(file),
    {
      fields: [
        'evidence[].inputs',
        'evidence[].coverage.fromHeight',
        'evidence[].reasons[].evidence.length',
      ],
      what: 'whether the blocks match the inputs, nothing more can be cited, and the counterparties are as far from listed accounts as the reason says: npm run verify -- --file FILE --node URL --full checks one of evidence[], saved as FILE.',
    },
    {
      fields: ['statement.evidenceKinds'],
      what: 'what the accusation rests on beside the score: it comes from reports, lists and key changes.',
    },
    {
      fields: ['entries[].message.signatures.length'],
      what: 'whether there were more signatures than the text needed.',
    },
    {
      fields: ['entries.length'],
      what: `whether later entries were left out, after entry ${last?.number ?? 0}, ${last?.kind ?? 'none'}, or whole proposals, appeals or statements, with all hashes computed again. Compare the hashes with what others kept; npm run verify -- votes finds votes that were left out.`,
    },
  ]
}

const ONLY_ON_CHAIN: UncheckedClaim[] = [
  {
    fields: ['evidence[].reasons[].evidence[]'],
    what: 'whether the cited transactions are on the chain, and show what they are cited for (--node URL).',
  },
  {
    fields: ['evidence[].computedAt', 'evidence[].coverage.toHeight'],
    what: 'whether the block has this time, and the account held these NFTs (--node URL).',
  },
  {
    fields: ['txId', 'by', 'at', 'details'].map((name) => `entries[].${name}`),
    what: 'whether the transactions state the same (--node URL).',
  },
  {
    fields: ['entries[].message.signatures[].keyIndex', 'entries[].message.signatures[].weight'],
    what: 'whether the keys are those of the accounts (--node URL).',
  },
]

const OFF_CHAIN: readonly CaseEntryKind[] = ['inputs', 'warning', 'owner_statement', 'clearance']

/** The server wrote down what has no transaction. */
function listOffChainClaims({ entries }: CaseFile): UncheckedClaim[] {
  const select = (kinds: readonly CaseEntryKind[], name: string) =>
    entries.flatMap(({ kind }, index) => (kinds.includes(kind) ? `entries[${index}].${name}` : []))
  const claims = [
    {
      fields: [...select(OFF_CHAIN, 'at'), ...select(['warning'], 'by')],
      what: 'when this was recorded, and which account warned: it is not on the chain.',
    },
    {
      fields: select(['clearance'], 'message.signatures[0].keyIndex'),
      what: 'which of several equal keys of the agent signed.',
    },
  ]
  return claims.filter(({ fields }) => fields.length > 0)
}

/** Builds the checks that need only the file. */
function buildOfflineChecks(parsed: ParsedCase): Check[] {
  return [
    ...buildRecordChecks(parsed),
    ...buildReasonChecks(parsed),
    ...buildDecisionChecks(parsed),
  ]
}

/** The record itself: that nothing in it was changed. */
function buildRecordChecks(parsed: ParsedCase): Check[] {
  const { file, entries } = parsed
  const withheld = findWithheldTexts(parsed)
  const texts = entries.filter(({ entry }) => entry.text !== null).length
  const checks: Check[] = [
    {
      claim: `The wallet and the contract are those of ${file.network}.`,
      find: () => findOriginDifference(file),
    },
    {
      claim: `${pluralize(entries.length, 'entry', 'entries')} without a gap, each with its own hash and that of the one before; the last is ${file.headHash}.`,
      find: () => findChainDifference(file),
    },
    {
      claim: 'The times do not go backwards, and nothing is recorded before it happened.',
      find: () => findEntryTimeDifference(parsed),
    },
    {
      claim: 'Who did it, and whether a transaction did it, is as in every entry of its kind.',
      find: () => findActorDifference(parsed),
    },
    {
      claim: `${pluralize(texts, 'text')} with the hashes of the entries.`,
      find: () => findTextHashDifference(parsed),
    },
  ]
  if (withheld === null) return checks
  return [...checks, { claim: 'No text is withheld.', find: () => withheld }]
}

/** Why the wallet is accused. */
function buildReasonChecks(parsed: ParsedCase): Check[] {
  const inputs = pluralize(selectEntries(parsed, 'inputs').length, 'score')
  return [
    {
      claim: `The engine computes ${inputs} of the case from the exact inputs, with the hashes of the entries.`,
      find: () => findEvidenceFinding(parsed),
    },
    {
      claim: 'Each statement of reasons says what follows from these inputs.',
      find: () => findStatementDifference(parsed),
    },
    {
      claim: 'Each clearance withdraws the accusation of this case.',
      find: () => findClearanceDifference(parsed),
    },
  ]
}

/** What people signed, and what follows from it. */
function buildDecisionChecks(parsed: ParsedCase): Check[] {
  const messages = pluralize(listSignedEntries(parsed).length, 'signed message')
  return [
    {
      claim: `The texts of ${messages} follow from contract, network, entry and signer.`,
      find: () => findMessageDifference(parsed),
    },
    {
      claim: 'Each text has valid signatures by different keys that weigh 1000 together.',
      find: () => findSignatureFinding(parsed),
    },
    {
      claim:
        'The votes counted again give the same sums and results; only approved ones were executed.',
      find: () => findBallotDifference(parsed),
    },
    {
      claim: 'Each freeze follows from an executed vote, and ends by one or by time.',
      find: () => findFreezeFinding(parsed),
    },
    {
      claim: 'What ended without effect names what ended before.',
      find: () => findVoidFinding(parsed),
    },
    {
      claim:
        'Each outcome of an appeal follows from its votes, or from the end of what it is against.',
      find: () => findAppealDifference(parsed),
    },
    {
      claim: 'Whether the case is open, and its outcome, follow from the entries.',
      find: () => findStandingDifference(parsed),
    },
  ]
}
