import type { CaseFile } from '@app/api/schemas/case.ts'
import type { EvidenceFile } from '@app/api/schemas/score.ts'
import type { VoteArchive } from '@app/api/schemas/vote-archive.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { FatalError } from '@app/values/errors.ts'
import { parseCaseFile } from '../case/parse-case.ts'
import { listUncheckedInCase, verifyCase } from '../case/verify-case.ts'
import {
  type CheckReporter,
  type Difference,
  formatDifference,
  type UncheckedClaim,
} from '../check.ts'
import { parseEvidenceFile } from '../evidence/evidence.ts'
import { listUncheckedInEvidence, verifyEvidence } from '../evidence/verify-evidence.ts'
import { parseVoteArchive } from '../votes/archive-entries.ts'
import { listUncheckedInVotes, verifyVotes } from '../votes/verify-votes.ts'
import { toFieldName } from './forge-field.ts'

/** How a file of one format is verified, with the node or without one. */
export interface Format<T> {
  parse(source: string, value: unknown): T
  verify(file: T, flow: FlowReader | null, report: CheckReporter): Promise<Difference | null>
  listUnchecked(file: T, hasNode: boolean): UncheckedClaim[]
}

export const CASE: Format<CaseFile> = {
  parse: parseCaseFile,
  verify: verifyCase,
  listUnchecked: listUncheckedInCase,
}
export const VOTES: Format<VoteArchive> = {
  parse: parseVoteArchive,
  verify: (file, node, report) =>
    verifyVotes(file, node && { flow: node, onScan: () => {} }, report),
  listUnchecked: listUncheckedInVotes,
}
export const EVIDENCE: Format<EvidenceFile> = {
  parse: parseEvidenceFile,
  verify: (file, node, report) =>
    verifyEvidence(file, { flow: node, pastScores: null, scan: null }, report),
  listUnchecked: (file, hasNode) => listUncheckedInEvidence(file, { hasNode, hasScan: false }),
}

/** What the checks of a file find. */
export interface Verdict {
  /** The first wrong claim, or why the file is refused; `null` when all agrees. */
  wrong: string | null
  /** The claims that could not be decided. */
  undecided: string[]
}

const ignore = () => {}

/** Verifies a file as the command does, from its JSON on. */
export async function verify<T>(
  { parse, verify: run }: Format<T>,
  file: T,
  node: FlowReader | null,
): Promise<Verdict> {
  const undecided: string[] = []
  const report = {
    checking: ignore,
    proven: ignore,
    noted: ignore,
    undecided: (because: string) => undecided.push(because),
  }
  try {
    const parsed = parse('It', JSON.parse(JSON.stringify(file)))
    const difference = await run(parsed, node, report)
    return { wrong: difference && formatDifference(difference), undecided }
  } catch (error) {
    if (!(error instanceof FatalError)) throw error
    return { wrong: error.message, undecided }
  }
}

/** What a list leaves out, holds twice or in another order is listed by its length. */
export function isListedAsUnchecked(path: string, claims: readonly UncheckedClaim[]): boolean {
  const name = toFieldName(path)
  const covers = (field: string) =>
    field.endsWith('.length')
      ? [field, field.slice(0, -7), `${field.slice(0, -7)}[]`].includes(name)
      : [path, name].some(
          (own) => own === field || own.startsWith(`${field}.`) || own.startsWith(`${field}[`),
        )
  return claims.some(({ fields }) => fields.some(covers))
}

/** Where a forged field is found when its own entry is right by itself: `$1` is the group of the path; `[]` is any place of a list. */
const FOUND_IN: readonly (readonly [RegExp, string])[] = [
  [/^(entries\[\d+\])\./, '$1.hash'],
  [/^(entries\[\d+\]\.message)\./, '$1'],
  [/^caseId$/, 'entries[0].hash'],
  [/^(evidence\[\d+\]\.|)inputs\b/, '$1evidenceHash'],
  [/^evidence\[\d+\]\.(?:coverage\.)?(version|score|toHeight)$/, 'entries[].details.$1'],
  [/^evidence\[\d+\]\.(reasons)\b/, 'entries[].text.$1'],
  [/^(evidence)\[\d+\]\.evidenceHash$/, '$1'],
]

/** What is wrong with the order of a list, or twice in it, is found at another place of the list. */
const IS_ABOUT_ORDER = /, given twice|is given twice|as the one before it|\.id should be/

/** Returns whether a sentence names the entry of the field, by its place in every list, or where such a field is found. */
export function isFieldNamed(path: string, sentence: string): boolean {
  const field = path.replace(/\.length$/, '')
  const [entry = ''] = /^.*\]/.exec(field) ?? /^\w+/.exec(field) ?? []
  const holders = FOUND_IN.flatMap(([of, place]) => {
    const match = of.exec(path)
    return match === null ? [] : [place.replace('$1', match[1] ?? '')]
  })
  if (IS_ABOUT_ORDER.test(sentence)) holders.push(toFieldName(entry).replace(/\[\]$/, ''))
  return listNamedPlaces(sentence).some(
    (place) =>
      isWithin(place, entry) ||
      (isWithin(field, place) && /^\w+\[/.test(place) === /^\w+\[/.test(field)) ||
      holders.some((holder) => isWithin(place, holder) || isWithin(toFieldName(place), holder)),
  )
}

const isWithin = (inner: string, outer: string) =>
  inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`)

/** Lists what a sentence is about, and the paths in it; those of schemas have places of lists after a point. */
function listNamedPlaces(sentence: string): string[] {
  const problem = sentence.replace(/^It is not .* can read: /, '')
  const [, missing] = / must have required properties (\w+)/.exec(problem) ?? []
  const names = problem.replaceAll(/\.(\d+)(?=[. ])/g, '[$1]').match(NAME) ?? []
  const paths = names.filter((name, index) => index === 0 || /[.[]/.test(name))
  return missing === undefined ? paths : [...paths, missing]
}

const NAME = /[A-Za-z]\w*(?:\[\d+\]|\.\w+)*/g
