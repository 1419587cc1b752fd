import { StatementSchema } from '@app/api/schemas/alert-data.ts'
import type { CaseFile } from '@app/api/schemas/case.ts'
import type { EvidenceFile } from '@app/api/schemas/score.ts'
import { judgeBehaviour } from '@app/score/behaviour/judge-behaviour.ts'
import { type CanonicalValue, toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import { computeShownInputs } from '@app/score/inputs/minimum-data.ts'
import { compareWithOrdinary } from '@app/score/ordinary/compare-with-ordinary.ts'
import { findRules, KNOWN_VERSIONS } from '@app/score/version.ts'
import { CLEARED_CAUSES, formatClearance } from '@app/server/agent/clearing/build-clearance.ts'
import { buildStatement } from '@app/server/agent/decision/build-statement.ts'
import { toAddress } from '@app/values/address.ts'
import { toParty } from '@app/values/evm-address.ts'
import { Compile } from 'typebox/compile'
import { type Difference, type Finding, findFirst, findFirstDifference } from '../check.ts'
import { parseAndJudgeEvidence } from '../evidence/evidence.ts'
import { findComputedDifference, findListDifference } from '../evidence/offline-checks.ts'
import { type PlacedEntry, selectEntries } from './case-file.ts'

/** Checks the exact inputs: those of each entry, from which the engine computes the score of the entry. */
export function findEvidenceFinding(file: CaseFile): Finding {
  const { evidence } = file
  const named = selectEntries(file, 'inputs')
  return (
    findFirstDifference('evidence.length', named.length, evidence.length) ??
    findFirst(evidence, (one, index) => {
      const { evidenceHash, version, score, coverage } = one
      const expected = { evidenceHash, version, score, toHeight: coverage.toHeight }
      const { path, entry } = named[index] ?? {}
      const difference = findFileDifference(file, one)
      return (
        findFirstDifference(`${path}.details`, expected, entry?.details) ??
        (difference && { ...difference, path: `evidence[${index}].${difference.path}` })
      )
    }) ??
    findUncheckable(evidence)
  )
}

function findFileDifference({ address, network }: CaseFile, file: EvidenceFile): Difference | null {
  const difference = findFirstDifference('', { ...file, address, network }, file)
  if (difference !== null || findRules(file.version) === undefined) return difference
  const evidence = parseAndJudgeEvidence(file)
  if ('path' in evidence) return evidence
  const wrong = findComputedDifference(evidence)
  return wrong ?? (isWithoutLists(file) ? null : findListDifference(evidence))
}

/** Lists of an earlier time may be lost; their hash is among the inputs. */
const isWithoutLists = ({ lists }: EvidenceFile): boolean =>
  lists.scam.length + lists.service.length === 0

function findUncheckable(evidence: readonly EvidenceFile[]): Finding {
  for (const [index, file] of evidence.entries()) {
    const { version, inputs } = file
    if (findRules(version) === undefined) {
      const because = `evidence[${index}].version is ${version}: the engine here is ${KNOWN_VERSIONS}. Use the release of that version to compute its score.`
      return { because }
    }
    if (isWithoutLists(file) && (parseInputs(inputs).contacts?.listedCount ?? 0) > 0) {
      const because = `evidence[${index}].lists does not contain the lists that the score was computed with.`
      return { because }
    }
  }
  return null
}

type Statement = NonNullable<CaseFile['statement']>
type Accusation = PlacedEntry<'warning' | 'flag'>

/** Checks that each statement of reasons says what the engine computes from inputs of the case. */
export function findStatementDifference(file: CaseFile): Difference | null {
  const accusations = selectEntries(file, 'warning', 'flag')
  const latest = accusations.findLast(({ entry }) => entry.text !== null)
  return (
    findFirst(accusations, (entry) => findOneStatementDifference(file, entry)) ??
    findFirstDifference(
      'statement',
      latest ? JSON.parse(latest.entry.text ?? '') : null,
      file.statement,
    )
  )
}

function findOneStatementDifference(
  { evidence }: CaseFile,
  { path, entry }: Accusation,
): Difference | null {
  if (entry.text === null) return null
  const statement = parseStatement(entry.text)
  if (statement === null) {
    const expected = 'a statement of reasons as canonical JSON'
    return { path: `${path}.text`, expected, found: JSON.stringify(entry.text.slice(0, 80)) }
  }
  const { evidenceKinds: kinds, isAutomated } = statement
  const { details } = entry
  const { reasonCode } = details
  if (
    !kinds.some((kind) => kind === reasonCode) &&
    !(kinds.length === 0 && reasonCode === 'behaviour')
  ) {
    const expected = `one of the kinds of evidence of the statement, ${kinds.join(', ')}`
    return { path: `${path}.details.reasonCode`, expected, found: reasonCode }
  }
  const stated = 'isAutomated' in details ? { ...details, isAutomated } : details
  return (
    findFirstDifference(`${path}.details`, stated, details) ??
    findBasisDifference(`${path}.text`, statement, evidence)
  )
}

const checker = Compile(StatementSchema)

/** Returns the statement of a text; `null` when it is none. */
function parseStatement(text: string): Statement | null {
  try {
    const value: unknown = JSON.parse(text)
    const isCanonical = checker.Check(value) && toCanonicalJson(value as CanonicalValue) === text
    return isCanonical ? value : null
  } catch {
    return null
  }
}

/** Compares with each of the inputs; the difference is that to the latest. Those of an unknown version decide nothing. */
function findBasisDifference(
  path: string,
  statement: Statement,
  evidence: readonly EvidenceFile[],
): Difference | null {
  if (evidence.some(({ version }) => findRules(version) === undefined)) return null
  const differences = evidence.map((file) =>
    findFirstDifference(path, computeStatement(file, statement), statement),
  )
  const expected = 'a statement about inputs that the case names'
  return differences.includes(null)
    ? null
    : (differences.at(-1) ?? { path, expected, found: 'without them' })
}

/**
 * Computes the statement of reasons from the exact inputs of a score; who accused, and what the accusation rests on
 * beside the score, is `claimed`.
 */
export function computeStatement(
  file: EvidenceFile,
  { evidenceKinds: kinds, isAutomated }: Pick<Statement, 'evidenceKinds' | 'isAutomated'>,
): Statement {
  const facts = parseInputs(file.inputs)
  const { comparison: ordinary } = judgeBehaviour(facts, findRules(file.version))
  const shown = computeShownInputs(facts)
  const reasons = file.reasons.map((reason) => {
    const compared = compareWithOrdinary(reason, shown)
    const evidence = reason.evidence.map(({ counterparty, ...item }) => ({
      ...item,
      ...(counterparty !== undefined && { counterparty: toParty(counterparty) }),
    }))
    return { ...reason, ...(compared && { ordinary: compared }), evidence }
  })
  return { ...buildStatement({ ...file, reasons }, { kinds, ordinary }), isAutomated }
}

const TIMES = /\nAccused: (.+)\nWithdrawn: (.+)\n/

/** Checks that each clearance withdraws the accusation of this case, for the cause of its entry. */
export function findClearanceDifference(file: CaseFile): Difference | null {
  const { address, caseId, network } = file
  return findFirst(selectEntries(file, 'clearance'), ({ path, entry: { text, details } }) => {
    const { cause } = details
    if (!isClearedCause(cause)) {
      const expected = Object.keys(CLEARED_CAUSES).join(' or ')
      return { path: `${path}.details.cause`, expected, found: cause }
    }
    if (text === null) return null
    const [openedMs = 0, clearedMs = 0] = (TIMES.exec(text) ?? []).slice(1).map(parseTime)
    const cleared = { address: toAddress(address), caseId, openedMs, clearedMs, cause }
    return findFirstDifference(`${path}.text`, formatClearance(network, cleared), text)
  })
}

const isClearedCause = (cause: string): cause is keyof typeof CLEARED_CAUSES =>
  Object.hasOwn(CLEARED_CAUSES, cause)

const parseTime = (text: string): number => Date.parse(text) || 0
