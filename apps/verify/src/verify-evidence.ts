import type { EvidenceFile } from '@app/api/schemas/evidence-file.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { buildChainChecks } from './chain/build-chain-checks.ts'
import { buildPublicationCheck } from './chain/build-publication-check.ts'
import { type Check, type CheckReporter, type Finding, runChecks } from './check.ts'
import { buildOfflineChecks } from './checks/build-offline-checks.ts'
import type { PastScoreSource } from './create-past-score-source.ts'
import type { Difference } from './difference.ts'
import { type Evidence, readEvidence } from './evidence.ts'

/** What the checks may ask; without a node only the file itself is looked at. */
export interface VerificationSources {
  flow: FlowReader | null
  /** Who kept the scores of before; `null` when nobody is to be asked. */
  pastScores: PastScoreSource | null
  /** Scans the blocks that a score covers and compares; `null` leaves that out. */
  scan: ((evidence: Evidence) => Promise<Finding>) | null
}

/** Checks everything that an evidence file claims, as far as the means go; the first difference, or `null`. */
export async function verifyEvidence(
  file: EvidenceFile,
  { flow, pastScores, scan }: VerificationSources,
  report: CheckReporter,
): Promise<Difference | null> {
  const evidence = readEvidence(file)
  if ('path' in evidence) return evidence
  const checks = [
    ...buildOfflineChecks(evidence),
    ...(flow === null ? [] : buildChainChecks(evidence, flow)),
    ...(flow === null ? [] : [buildPublicationCheck(evidence, { flow, pastScores })]),
    ...(scan === null ? [] : [buildScanCheck(evidence, scan)]),
  ]
  return await runChecks(checks, report)
}

function buildScanCheck(evidence: Evidence, scan: NonNullable<VerificationSources['scan']>): Check {
  const { fromHeight, toHeight } = evidence.file.coverage
  return {
    claim: `A scan of blocks ${fromHeight} to ${toHeight} gives every input again.`,
    find: () => scan(evidence),
  }
}

/** What the means leave open, and what no means can decide. */
export function listUncheckedClaims(
  { coverage, lists }: EvidenceFile,
  { flow, scan }: VerificationSources,
): string[] {
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
