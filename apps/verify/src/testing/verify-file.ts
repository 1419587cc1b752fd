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

/** Names the field, what it is in, or the hash or the text that holds it. */
export function isFieldNamed(path: string, sentence: string): boolean {
  const [record = ''] = /^\w+(\[\d+\])?/.exec(path) ?? []
  const last = toFieldName(path.replace(/\.length$/, ''))
    .split('.')
    .at(-1)
  return (
    [record, last?.replace('[]', '') ?? ''].some((name) => sentence.includes(name)) ||
    sentence.startsWith(record.replace(/\[.*/, '')) ||
    /^entries\[\d+\]\.(hash|text)/.test(sentence)
  )
}
