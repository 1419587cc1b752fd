import { StatementSchema } from '@app/api/schemas/alert-data.ts'
import type { CaseFile } from '@app/api/schemas/case.ts'
import { formatSchemaError } from '@app/api/schemas/format-schema-error.ts'
import type { EvidenceFile } from '@app/api/schemas/score.ts'
import { judgeBehaviour } from '@app/score/behaviour/judge-behaviour.ts'
import { type CanonicalValue, toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { parseInputs } from '@app/score/canonical/parse-inputs.ts'
import type { Facts } from '@app/score/facts.ts'
import { computeShownInputs } from '@app/score/inputs/minimum-data.ts'
import { compareWithOrdinary } from '@app/score/ordinary/compare-with-ordinary.ts'
import { findRules, KNOWN_VERSIONS } from '@app/score/version.ts'
import { CLEARED_CAUSES, formatClearance } from '@app/server/agent/clearing/build-clearance.ts'
import { buildStatement } from '@app/server/agent/decision/build-statement.ts'
import { toAddress } from '@app/values/address.ts'
import { Compile } from 'typebox/compile'
import { type Difference, type Finding, findFirst, findFirstDifference } from '../check.ts'
import { parseAndJudgeEvidence } from '../evidence/evidence.ts'
import { findComputedDifference, findListDifference } from '../evidence/offline-checks.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from './parse-case.ts'

/** Checks the exact inputs: each entry has them, and the engine computes the score of the entry from them. */
export function findEvidenceFinding(parsed: ParsedCase): Finding {
  const { evidence } = parsed.file
  const difference =
    findFirst(selectEntries(parsed, 'inputs'), (entry) => findInputsDifference(parsed, entry)) ??
    findUnusedEvidence(parsed)
  if (difference !== null) return difference
  for (const [index, file] of evidence.entries()) {
    const wrong = findFileDifference(parsed, file)
    if (wrong !== null) return { ...wrong, path: `evidence[${index}].${wrong.path}` }
  }
  return findUncheckable(evidence)
}

/** Returns the exact inputs that an entry names. */
const findEvidence = (
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

function findFileDifference(
  { file: { address, network } }: ParsedCase,
  file: EvidenceFile,
): Difference | null {
  const difference =
    findFirstDifference('address', address, file.address) ??
    findFirstDifference('network', network, file.network)
  if (difference !== null || findRules(file.version) === undefined) return difference
  const evidence = parseAndJudgeEvidence(file)
  if ('path' in evidence) return evidence
  return (
    findComputedDifference(evidence) ?? (isWithoutLists(file) ? null : findListDifference(evidence))
  )
}

/** Lists of an earlier time may be lost; their hash is among the inputs. */
const isWithoutLists = ({ lists }: EvidenceFile): boolean =>
  lists.scam.length + lists.service.length === 0

function findUncheckable(evidence: readonly EvidenceFile[]): Finding {
  const other = evidence.findIndex(({ version }) => findRules(version) === undefined)
  if (other >= 0) {
    return {
      because: `evidence[${other}].version is ${evidence[other]?.version}: the engine here is ${KNOWN_VERSIONS}. Use the release of that version to compute its score.`,
    }
  }
  const without = evidence.findIndex((file) => isWithoutLists(file) && countListed(file) > 0)
  if (without < 0) return null
  return {
    because: `evidence[${without}].lists does not contain the lists that the score was computed with.`,
  }
}

function countListed({ inputs }: EvidenceFile): number {
  const { contacts } = inputs.offchain as { contacts?: { listedCount?: number } | null }
  return contacts?.listedCount ?? 0
}

type Statement = NonNullable<CaseFile['statement']>
type Accusation = EntryWithDetails<'warning' | 'flag'>

const checker = Compile(StatementSchema)

/** Checks that each statement of reasons says what the engine computes from inputs that the case names before it. */
export function findStatementDifference(parsed: ParsedCase): Difference | null {
  return (
    findFirst(listAccusations(parsed), (entry) => findOneStatementDifference(parsed, entry)) ??
    findShownStatementDifference(parsed)
  )
}

/** Returns the entries that accuse, in the order of the file. */
export const listAccusations = ({ entries }: ParsedCase): Accusation[] =>
  entries.filter((entry) => entry.kind === 'warning' || entry.kind === 'flag')

function findOneStatementDifference(parsed: ParsedCase, entry: Accusation): Difference | null {
  const { text } = entry.entry
  if (text === null) return null
  const statement = parseStatement(text)
  const path = `${entry.path}.text`
  if (typeof statement === 'string') {
    return { path, expected: 'a statement of reasons as canonical JSON', found: statement }
  }
  return (
    findAccusationDifference(entry, statement) ??
    findBasisDifference(path, statement, listBases(parsed, entry))
  )
}

/** Returns the statement, or why it is none. */
export function parseStatement(text: string): Statement | string {
  const value = parseJson(text)
  if (value === undefined) return 'no JSON'
  if (!checker.Check(value)) return formatSchemaError(checker.Errors(value), 'the statement')
  const difference = findFirstDifference('', checker.Clean(structuredClone(value)), value)
  if (difference !== null) return `${difference.path} is unknown`
  return toCanonicalJson(value as CanonicalValue) === text ? value : 'JSON in another form'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function findAccusationDifference(entry: Accusation, statement: Statement): Difference | null {
  const { reasonCode } = entry.details
  const kinds: readonly string[] = statement.evidenceKinds
  if (entry.kind === 'warning') {
    const { isAutomated } = entry.details
    const difference = findFirstDifference(
      `${entry.path}.details.isAutomated`,
      statement.isAutomated,
      isAutomated,
    )
    if (difference !== null) return difference
  }
  if (kinds.includes(reasonCode) || (kinds.length === 0 && reasonCode === 'behaviour')) return null
  const expected = `one of the kinds of evidence of the statement, ${kinds.join(', ')}`
  return { path: `${entry.path}.details.reasonCode`, expected, found: reasonCode }
}

/** The exact inputs that the case names before an accusation, the latest first. */
function listBases(parsed: ParsedCase, { entry }: Accusation): EvidenceFile[] {
  return selectEntries(parsed, 'inputs')
    .filter((inputs) => inputs.entry.number < entry.number)
    .flatMap((inputs) => findEvidence(parsed, inputs) ?? [])
    .reverse()
}

/** Compares with each of the inputs; the difference is that to the latest. */
function findBasisDifference(
  path: string,
  statement: Statement,
  bases: readonly EvidenceFile[],
): Difference | null {
  const [latest, ...others] = bases.map((basis) => findStatedDifference(path, statement, basis))
  if (latest === undefined) {
    return {
      path,
      expected: 'a statement about inputs that the case names before it',
      found: 'none',
    }
  }
  return others.includes(null) ? null : latest
}

function findStatedDifference(
  path: string,
  statement: Statement,
  file: EvidenceFile,
): Difference | null {
  const expected = computeStatement(file, statement)
  const difference = findFirstDifference(path, expected, statement)
  return difference && { ...difference, expected: `${difference.expected}, by the inputs` }
}

/** The statement beside the entries is that of the latest accusation that shows one. */
function findShownStatementDifference(parsed: ParsedCase): Difference | null {
  const { statement } = parsed.file
  const latest = listAccusations(parsed).findLast(({ entry }) => entry.text !== null)
  if (latest === undefined) {
    const expected = 'null, because no entry shows a statement'
    return statement === null ? null : { path: 'statement', expected, found: 'a statement' }
  }
  return findFirstDifference('statement', parseJson(latest.entry.text ?? ''), statement)
}

/** What no inputs give: who accused, and what the accusation rests on beside the score. */
type Claimed = Pick<Statement, 'evidenceKinds' | 'isAutomated' | 'ordinary' | 'reasons'>

/**
 * Computes the statement of reasons from the exact inputs of a score. What ordinary wallets show is that of
 * `claimed` where the inputs are of a version that is not known. Throws `UnreadableInputError` for inputs of another format.
 */
export function computeStatement(file: EvidenceFile, claimed: Claimed): Statement {
  const { evidenceKinds: kinds, isAutomated } = claimed
  const rules = findRules(file.version)
  const facts = rules === undefined ? null : parseInputs(file.inputs)
  const ordinary = facts === null ? claimed.ordinary : judgeBehaviour(facts, rules).comparison
  const reasons = file.reasons.map((reason) => toShownReason(reason, facts))
  const built = {
    ...buildStatement({ ...file, reasons }, { kinds, ordinary }),
    // Earlier statements compared the behaviour whatever they rested on.
    ...(claimed.ordinary && ordinary && { ordinary }),
    isAutomated,
  }
  return facts === null ? { ...built, reasons: built.reasons.map(withClaimed(claimed)) } : built
}

function toShownReason(reason: EvidenceFile['reasons'][number], facts: Facts | null) {
  const ordinary = facts && compareWithOrdinary(reason, computeShownInputs(facts))
  const evidence = reason.evidence.map(({ counterparty, ...item }) => ({
    ...item,
    ...(counterparty !== undefined && { counterparty: toAddress(counterparty) }),
  }))
  return { ...reason, ...(ordinary && { ordinary }), evidence }
}

const withClaimed =
  ({ reasons }: Claimed) =>
  <R extends { code: string }>(reason: R) => {
    const ordinary = reasons.find(({ code }) => code === reason.code)?.ordinary
    return { ...reason, ...(ordinary && { ordinary }) }
  }

const TIMES = /\nAccused: (.+)\nWithdrawn: (.+)\n/

/** Checks that each clearance withdraws the accusation of this case, for the cause of its entry. */
export function findClearanceDifference(parsed: ParsedCase): Difference | null {
  return findFirst(selectEntries(parsed, 'clearance'), (entry) =>
    findOneClearanceDifference(parsed, entry),
  )
}

function findOneClearanceDifference(
  parsed: ParsedCase,
  { path, entry: { text }, details }: EntryWithDetails<'clearance'>,
): Difference | null {
  const cause = Object.keys(CLEARED_CAUSES).find((name) => name === details.cause)
  if (text === null || cause === undefined) return null
  const expected = buildClearanceText(parsed, text, cause as keyof typeof CLEARED_CAUSES)
  return findFirstDifference(`${path}.text`, expected, text)
}

/** Entries are cut to the second. */
const ROUNDING_MS = 1_000

/** Builds the text with the times that it states; they must be times of the case. */
function buildClearanceText(
  { file, address }: ParsedCase,
  text: string,
  cause: keyof typeof CLEARED_CAUSES,
): string {
  const [, accused = '', withdrawn = ''] = TIMES.exec(text) ?? []
  const { network, caseId, entries } = file
  const times = entries.map(({ at }) => Date.parse(at))
  const first = times[0] ?? 0
  const last = (times.at(-1) ?? 0) + ROUNDING_MS
  const clamp = (time: number, from: number) =>
    Number.isNaN(time) ? from : Math.min(Math.max(time, from), last)
  const openedMs = clamp(Date.parse(accused), first - ROUNDING_MS)
  const clearedMs = clamp(Date.parse(withdrawn), openedMs)
  return formatClearance(network, { address, caseId, openedMs, clearedMs, cause })
}
