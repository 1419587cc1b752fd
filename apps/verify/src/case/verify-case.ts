import type { CaseEntryKind, CaseFile } from '@app/api/schemas/case.ts'
import {
  type Check,
  type CheckReporter,
  type Difference,
  pluralize,
  runChecks,
  type UncheckedClaim,
} from '../check.ts'
import type { Sources, VerifiedFormat } from '../verified-format.ts'
import { buildCaseChainChecks, countCitations } from './chain-checks.ts'
import { findSignatureFinding, listSignedEntries } from './messages.ts'
import { type ParsedCase, parseCase, parseCaseFile, selectEntries } from './parse-case.ts'
import { findClearanceDifference, findEvidenceFinding, findStatementDifference } from './reasons.ts'
import { findCaseFinding } from './rebuild-case.ts'
import { findChainDifference, findOriginDifference, findWithheldTexts } from './record.ts'
import { findScannedDifference, readScanRange } from './scan-case.ts'

/** How a case file is verified. */
export const CASE: VerifiedFormat<CaseFile> = {
  parse: parseCaseFile,
  describe: (file) => {
    const { caseId, address, network, entries, outcome } = file
    const counted = pluralize(entries.length, 'entry', 'entries')
    return {
      headline: `Case ${caseId} of ${address} on ${network}: ${outcome}`,
      onChain: pluralize(countCitations(file), 'citation'),
      verdicts: {
        complete: `${counted}: everything agrees.`,
        partial: `${counted}: everything that was checked agrees`,
      },
    }
  },
  verify: verifyCase,
  listUnchecked: listUncheckedInCase,
}

async function verifyCase(
  file: CaseFile,
  sources: Sources,
  report: CheckReporter,
): Promise<Difference | null> {
  const parsed = parseCase(file)
  if ('expected' in parsed) return parsed
  const checks = [
    ...buildOfflineChecks(parsed),
    ...(sources.flow === null ? [] : buildCaseChainChecks(parsed, sources.flow)),
    ...buildScanChecks(parsed, sources),
  ]
  return await runChecks(checks, report)
}

/** Builds the checks that need only the file. */
function buildOfflineChecks(parsed: ParsedCase): Check[] {
  const { file, entries } = parsed
  const withheld = findWithheldTexts(parsed)
  const inputs = pluralize(selectEntries(parsed, 'inputs').length, 'score')
  const messages = pluralize(listSignedEntries(parsed).length, 'signed message')
  return [
    {
      claim: `The wallet and the contract are those of ${file.network}, and ${pluralize(entries.length, 'entry', 'entries')} follow without a gap, each with its own hash and that of the one before; the last is ${file.headHash}.`,
      find: () => findOriginDifference(file) ?? findChainDifference(file),
    },
    {
      claim: `The engine computes ${inputs} of the case from the exact inputs, with the hashes of the entries.`,
      find: () => findEvidenceFinding(parsed),
    },
    {
      claim:
        'Each statement of reasons says what follows from these inputs, and each clearance withdraws the accusation of this case.',
      find: () => findStatementDifference(parsed) ?? findClearanceDifference(parsed),
    },
    {
      claim: `The entries follow by the rules from what happened before: who did what when, the texts of ${messages}, which votes count, results, freezes, appeals, and how the case stands.`,
      find: () => findCaseFinding(parsed),
    },
    {
      claim: 'Each text has valid signatures by different keys that weigh 1000 together.',
      find: () => findSignatureFinding(parsed),
    },
    ...(withheld === null ? [] : [{ claim: 'No text is withheld.', find: () => withheld }]),
  ]
}

function buildScanChecks(parsed: ParsedCase, { flow, openScratch }: Sources): Check[] {
  if (openScratch === null || flow === null) return []
  return [
    {
      claim: 'A scan of all blocks results in the same flags, votes, freezes and appeals.',
      find: async () => {
        const range = await readScanRange(parsed, flow)
        return await findScannedDifference(parsed, range, await openScratch(range))
      },
    },
  ]
}

function listUncheckedInCase(
  file: CaseFile,
  { hasNode, isFull }: { hasNode: boolean; isFull: boolean },
): UncheckedClaim[] {
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
      what: 'whether the blocks match the inputs, nothing more can be cited, and the counterparties are as far from listed accounts as the reason says: npm run verify -- FILE --node URL --full checks one of evidence[], saved as FILE.',
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
      what: `whether later entries were left out, after entry ${last?.number ?? 0}, ${last?.kind ?? 'none'}, or ${isFull ? '' : 'whole proposals, appeals or '}statements, with all hashes computed again. Compare the hashes with what others kept${isFull ? '' : '; --node URL --full finds what the chain has'}.`,
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
