import { StatementSchema } from '@app/api/schemas/alert/alert-data.ts'
import type { CaseFile } from '@app/api/schemas/case/case-file.ts'
import { formatSchemaError } from '@app/api/schemas/format-schema-error.ts'
import type { EvidenceFile } from '@app/api/schemas/score/evidence-file.ts'
import { type CanonicalValue, toCanonicalJson } from '@app/score/canonical/canonical-json.ts'
import { Compile } from 'typebox/compile'
import { type Difference, findFirstDifference } from '../../checks/difference.ts'
import { findFirst } from '../../votes/checks/find-first.ts'
import { computeStatement } from '../compute-statement.ts'
import { type EntryWithDetails, type ParsedCase, selectEntries } from '../parse-entries.ts'
import { findEvidence } from './find-evidence-finding.ts'

type Statement = NonNullable<CaseFile['statement']>
type Accusation = EntryWithDetails<'warning' | 'flag'>

const checker = Compile(StatementSchema)

/** Checks that each statement of reasons says what the engine computes from inputs that the case names before it. */
export function findStatementDifference(parsed: ParsedCase): Difference | null {
  return (
    findFirst(listAccusations(parsed), (entry) => findOneDifference(parsed, entry)) ??
    findShownStatementDifference(parsed)
  )
}

/** Returns the entries that accuse, in the order of the file. */
export const listAccusations = ({ entries }: ParsedCase): Accusation[] =>
  entries.filter((entry) => entry.kind === 'warning' || entry.kind === 'flag')

function findOneDifference(parsed: ParsedCase, entry: Accusation): Difference | null {
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
function parseStatement(text: string): Statement | string {
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
  if (entry.kind === 'warning') {
    const path = `${entry.path}.details.isAutomated`
    return findFirstDifference(path, statement.isAutomated, entry.details.isAutomated)
  }
  const { reasonCode } = entry.details
  const kinds: readonly string[] = statement.evidenceKinds
  if (kinds.includes(reasonCode)) return null
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
  const [latest, ...others] = bases.map((basis) => findFileDifference(path, statement, basis))
  if (latest === undefined) {
    return {
      path,
      expected: 'a statement about inputs that the case names before it',
      found: 'none',
    }
  }
  return others.includes(null) ? null : latest
}

function findFileDifference(
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
