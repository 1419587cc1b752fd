import type { EvidenceFile } from '@app/api/schemas/score/evidence-file.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import { buildOfflineChecks } from '../../checks/build-offline-checks.ts'
import { type Finding, runChecks } from '../../checks/check.ts'
import { type Difference, findFirstDifference } from '../../checks/difference.ts'
import { parseAndJudgeEvidence } from '../../evidence/evidence.ts'
import { findFirst } from '../../votes/checks/find-first.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from '../parse-entries.ts'

/** Checks the exact inputs: each entry has them, and the engine computes the score of the entry from them. */
export async function findEvidenceFinding(parsed: ParsedCase): Promise<Finding> {
  const { evidence } = parsed.file
  const difference =
    findFirst(selectEntries(parsed, 'inputs'), (entry) => findInputsDifference(parsed, entry)) ??
    findUnusedEvidence(parsed)
  if (difference !== null) return difference
  for (const [index, file] of evidence.entries()) {
    const wrong = await findFileDifference(parsed, file)
    if (wrong !== null) return { ...wrong, path: `evidence[${index}].${wrong.path}` }
  }
  return findUncheckable(evidence)
}

/** Returns the exact inputs that an entry names. */
export const findEvidence = (
  { file }: Pick<ParsedCase, 'file'>,
  { details }: EntryWithDetails<'inputs'>,
): EvidenceFile | undefined =>
  file.evidence.find(({ evidenceHash }) => evidenceHash === details.evidenceHash)

function findInputsDifference(
  parsed: ParsedCase,
  entry: EntryWithDetails<'inputs'>,
): Difference | null {
  const { path, details } = entry
  const found = findEvidence(parsed, entry)
  if (found === undefined) {
    const expected = `complete, with the inputs of ${path}, whose hash is ${details.evidenceHash}`
    return { path: 'evidence', expected, found: 'without them' }
  }
  const { evidenceHash, version, score, coverage } = found
  const expected = { evidenceHash, version, score, toHeight: coverage.toHeight }
  return findFirstDifference(`${path}.details`, expected, details)
}

function findUnusedEvidence(parsed: ParsedCase): Difference | null {
  const named = selectEntries(parsed, 'inputs').map(({ details }) => details.evidenceHash)
  const hashes = parsed.file.evidence.map(({ evidenceHash }) => evidenceHash)
  return findFirst([...hashes.entries()], ([index, hash]) => {
    const path = `evidence[${index}].evidenceHash`
    if (hashes.indexOf(hash) !== index) return { path, expected: 'another one', found: 'repeated' }
    return named.includes(hash)
      ? null
      : { path, expected: 'one that an entry of the kind inputs names', found: hash }
  })
}

async function findFileDifference(
  { file: { address, network } }: ParsedCase,
  file: EvidenceFile,
): Promise<Difference | null> {
  const difference =
    findFirstDifference('address', address, file.address) ??
    findFirstDifference('network', network, file.network)
  if (difference !== null || file.version !== SCORE_VERSION) return difference
  const evidence = parseAndJudgeEvidence(file)
  if ('path' in evidence) return evidence
  const [hash, judgement, own, lists] = buildOfflineChecks(evidence)
  const checks = [hash, judgement, own, isWithoutLists(file) ? undefined : lists]
  return await runChecks(
    checks.filter((check) => check !== undefined),
    SILENT,
  )
}

const SILENT = { checking: () => {}, proven: () => {}, undecided: () => {}, noted: () => {} }

/** Lists of an earlier time may be lost; their hash is among the inputs. */
const isWithoutLists = ({ lists }: EvidenceFile): boolean =>
  lists.scam.length + lists.service.length === 0

function findUncheckable(evidence: readonly EvidenceFile[]): Finding {
  const other = evidence.findIndex(({ version }) => version !== SCORE_VERSION)
  if (other >= 0) {
    return {
      because: `evidence[${other}] is of version ${evidence[other]?.version}: the engine here is ${SCORE_VERSION}. Use the release of that version to compute its score.`,
    }
  }
  const without = evidence.findIndex((file) => isWithoutLists(file) && countListed(file) > 0)
  if (without < 0) return null
  return { because: `evidence[${without}] does not contain the lists that it was computed with.` }
}

function countListed({ inputs }: EvidenceFile): number {
  const { contacts } = inputs.offchain as { contacts?: { listedCount?: number } | null }
  return contacts?.listedCount ?? 0
}
