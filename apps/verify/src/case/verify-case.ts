import type { CaseEntryKind, CaseFile } from '@app/api/schemas/case.ts'
import {
  type Check,
  type Finding,
  leaveUnchecked,
  pluralize,
  type UncheckedClaim,
} from '../check.ts'
import { findSignatureFinding } from '../signatures.ts'
import type { Sources, VerifiedFile } from '../verified-file.ts'
import { parseCaseFile } from './case-file.ts'
import { listChainChecks } from './chain-checks.ts'
import { findClearanceDifference, findEvidenceFinding, findStatementDifference } from './reasons.ts'
import { findCaseDifference, listMessages } from './rebuild-case.ts'
import { findScannedFinding, readScanRange } from './scan-case.ts'

/** Opens a value as a case file. Throws `InvalidFileError` with the first invalid field. */
export function openCase(source: string, value: unknown): VerifiedFile {
  const file = parseCaseFile(source, value)
  const { caseId, address, network, entries, outcome } = file
  return {
    network,
    headline: `Case ${caseId} of ${address} on ${network}: ${outcome}`,
    counted: pluralize(entries.length, 'entry', 'entries'),
    listChecks: (sources) => listChecks(file, sources),
    listUnchecked: (has) => listUnchecked(file, has),
  }
}

function listChecks(file: CaseFile, { flow, scan }: Sources): Check[] {
  const messages = listMessages(file)
  const withheld = findWithheldTexts(file)
  const checks: Check[] = [
    {
      claim: `${pluralize(file.entries.length, 'entry', 'entries')} follow without a gap, each with its own hash and that of the one before; the last is ${file.headHash}. The texts of ${pluralize(messages.length, 'signed message')} and the sums of the votes are those of the entries.`,
      find: () => findCaseDifference(file),
    },
    {
      claim:
        'The engine computes the scores of the case from the exact inputs, with the hashes of the entries.',
      find: () => findEvidenceFinding(file),
    },
    {
      claim:
        'Each statement of reasons says what follows from these inputs, and each clearance withdraws the accusation of this case.',
      find: () => findStatementDifference(file) ?? findClearanceDifference(file),
    },
    {
      claim: 'Each text has valid signatures by different keys that weigh 1000 together.',
      find: () => findSignatureFinding(messages),
    },
    ...(withheld === null ? [] : [{ claim: 'No text is withheld.', find: () => withheld }]),
  ]
  if (flow !== null) checks.push(...listChainChecks(file, flow))
  if (flow === null || scan === null) return checks
  const claim = 'A scan of all blocks results in the same flags, votes, freezes and appeals.'
  const find = async () =>
    findScannedFinding(file, await scan.contracts(await readScanRange(file, flow)))
  return [...checks, { claim, find }]
}

/** Names the texts that the operator withholds; `null` when there are none. */
function findWithheldTexts({ entries }: CaseFile): Finding {
  const withheld = entries.flatMap(({ withheld: one }, index) =>
    one === null ? [] : `entries[${index}] since ${one.at}: ${one.reason}`,
  )
  if (withheld.length === 0) return null
  return { note: `The operator withholds texts; their hashes are kept: ${withheld.join('; ')}` }
}

function listUnchecked(
  file: CaseFile,
  { hasNode, isFull }: { hasNode: boolean; isFull: boolean },
): UncheckedClaim[] {
  const last = file.entries.at(-1)
  const others = isFull ? '' : 'whole proposals, appeals or '
  const chain = isFull ? '' : '; --node URL --full finds what the chain has'
  const claims = [
    ...(hasNode ? [] : ONLY_ON_CHAIN),
    ...(isFull ? [] : [listOnlyByScan(file)]),
    leaveUnchecked(
      'when this was recorded, and which account of the server did it: it is not on the chain.',
      ...select(file, OFF_CHAIN, 'at'),
      ...select(file, ['warning', 'clearance'], 'by'),
    ),
    leaveUnchecked(
      'whether the blocks match the inputs, nothing more can be cited, and the counterparties are as far from listed accounts as the reason says: npm run verify -- FILE --node URL --full checks one of evidence[], saved as FILE.',
      'evidence[].inputs',
      'evidence[].coverage.fromHeight',
      'evidence[].reasons[].evidence.length',
    ),
    leaveUnchecked(
      'what the accusation rests on beside the score: it comes from reports, lists and key changes.',
      'statement.evidenceKinds',
    ),
    leaveUnchecked(
      'whether there were more signatures than the text needed.',
      'entries[].message.signatures.length',
    ),
    leaveUnchecked(
      `whether later entries were left out, after entry ${last?.number ?? 0}, ${last?.kind ?? 'none'}, or ${others}statements, with all hashes computed again. Compare the hashes with what others kept${chain}.`,
      'entries.length',
    ),
  ]
  return claims.filter(({ fields }) => fields.length > 0)
}

const ONLY_ON_CHAIN: UncheckedClaim[] = [
  leaveUnchecked(
    'whether the cited transactions are on the chain, and show what they are cited for (--node URL).',
    'evidence[].reasons[].evidence[]',
  ),
  leaveUnchecked(
    'whether the block has this time, and the account held these NFTs (--node URL).',
    'evidence[].computedAt',
    'evidence[].coverage.toHeight',
  ),
  leaveUnchecked(
    'whether the transactions state the same (--node URL).',
    'entries[].txId',
    'entries[].by',
    'entries[].details',
  ),
  leaveUnchecked(
    'whether the keys are those of the accounts (--node URL).',
    'entries[].message.signatures[].keyIndex',
    'entries[].message.signatures[].weight',
  ),
]

const OFF_CHAIN: readonly CaseEntryKind[] = ['inputs', 'warning', 'owner_statement', 'clearance']

const select = ({ entries }: CaseFile, kinds: readonly CaseEntryKind[], name: string): string[] =>
  entries.flatMap(({ kind }, index) => (kinds.includes(kind) ? `entries[${index}].${name}` : []))

/** What follows by the rules from what happened. */
const listOnlyByScan = (file: CaseFile): UncheckedClaim =>
  leaveUnchecked(
    'when it was recorded, what ended proposals, freezes and appeals, and how the case stands (--node URL --full).',
    'isOpen',
    'outcome',
    'entries[].at',
    ...select(file, ['lift'], 'by'),
    ...select(file, ['voting_end'], 'details.result'),
    ...select(file, ['freeze_end', 'appeal_outcome'], 'details'),
  )
