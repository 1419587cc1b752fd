import type { EvidenceFile } from '@app/api/evidence-file.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { PastScores } from './ask-past-score.ts'
import { chainChecks } from './chain/chain-checks.ts'
import { publicationCheck } from './chain/publication-check.ts'
import { type Check, type Finding, type Report, runChecks } from './check.ts'
import { offlineChecks } from './checks/offline-checks.ts'
import type { Difference } from './difference.ts'
import { type Evidence, readEvidence } from './evidence.ts'

/** What the checks may ask; without a node only the file itself is looked at. */
export interface Means {
  flow: FlowReader | null
  /** Who kept the scores of before; `null` when nobody is to be asked. */
  pastScores: PastScores | null
  /** Scans the blocks that a score covers and compares; `null` leaves that out. */
  scan: ((evidence: Evidence) => Promise<Finding>) | null
}

/** Checks everything that an evidence file claims, as far as the means go; the first difference, or `null`. */
export async function verifyEvidence(
  file: EvidenceFile,
  { flow, pastScores, scan }: Means,
  report: Report,
): Promise<Difference | null> {
  const evidence = readEvidence(file)
  if ('path' in evidence) return evidence
  const checks = [
    ...offlineChecks(evidence),
    ...(flow === null ? [] : chainChecks(evidence, flow)),
    ...(flow === null ? [] : [publicationCheck(evidence, { flow, pastScores })]),
    ...(scan === null ? [] : [scanCheck(evidence, scan)]),
  ]
  return await runChecks(checks, report)
}

function scanCheck(evidence: Evidence, scan: NonNullable<Means['scan']>): Check {
  const { fromHeight, toHeight } = evidence.file.coverage
  return {
    claim: `A scan of blocks ${fromHeight} to ${toHeight} gives every input again.`,
    find: () => scan(evidence),
  }
}

/** What the means leave open, and what no means can decide. */
export function openQuestions({ coverage, lists }: EvidenceFile, { flow, scan }: Means): string[] {
  const { fromHeight, toHeight } = coverage
  const questions: string[] = []
  if (flow === null) {
    questions.push(
      'That the account, the transactions cited and the NFTs are on the chain: --node.',
      'That the score published on the chain is this one: --node.',
    )
  }
  if (scan === null) {
    questions.push(
      `That blocks ${fromHeight} to ${toHeight} hold just what the inputs say: ${flow === null ? '--node URL --full' : '--full'}.`,
    )
  }
  questions.push(`What happened after block ${toHeight}: the score says nothing of it.`)
  if (lists.scam.length + lists.service.length > 0) {
    questions.push(
      'Who belongs on a list: that is the word of those who keep it, not of the chain.',
    )
  }
  return questions
}
