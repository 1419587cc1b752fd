import type { EvidenceFile } from '@app/api/schemas/score/evidence-file.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { buildChainChecks } from './chain/build-chain-checks.ts'
import { buildPublicationCheck } from './chain/build-publication-check.ts'
import { buildOfflineChecks } from './checks/build-offline-checks.ts'
import { type Check, type CheckReporter, type Finding, runChecks } from './checks/check.ts'
import type { Difference } from './checks/difference.ts'
import type { PastScoreSource } from './create-past-score-source.ts'
import { type Evidence, parseAndJudgeEvidence } from './evidence/evidence.ts'

/** Sources for the checks. Without a node only the file itself is checked. */
export interface VerificationSources {
  flow: FlowReader | null
  /** Source of past scores; `null` to skip this check. */
  pastScores: PastScoreSource | null
  /** Scans the blocks that a score covers and compares the inputs; `null` skips the scan. */
  scan: ((evidence: Evidence) => Promise<Finding>) | null
}

/** Checks the claims of an evidence file, as far as the sources allow. Returns the first difference, or `null`. */
export async function verifyEvidence(
  file: EvidenceFile,
  { flow, pastScores, scan }: VerificationSources,
  report: CheckReporter,
): Promise<Difference | null> {
  const evidence = parseAndJudgeEvidence(file)
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
    claim: `A scan of blocks ${fromHeight} to ${toHeight} results in the same inputs.`,
    find: () => scan(evidence),
  }
}

/** Returns the claims that the sources cannot check, and those that no source can check. */
export function listUncheckedClaims(
  { coverage, lists, inputs }: EvidenceFile,
  { flow, scan }: VerificationSources,
): string[] {
  const { fromHeight, toHeight } = coverage
  const claims: string[] = []
  if (flow === null) {
    claims.push(
      'Whether the account, the transactions cited and the NFTs are on the chain: --node.',
      'Whether the score published on the chain is this one: --node.',
    )
  }
  if (scan === null) {
    claims.push(
      `Whether blocks ${fromHeight} to ${toHeight} match the inputs: ${flow === null ? '--node URL --full' : '--full'}.`,
    )
  }
  claims.push(`What happened after block ${toHeight}: the score does not cover it.`)
  if ('community' in inputs.offchain && inputs.offchain.community !== null) {
    claims.push(
      'How many people reported the wallet without a signature: only the server has these reports.',
    )
  }
  if (lists.scam.length + lists.service.length > 0) {
    claims.push('Who belongs on a list: its maintainers decide this, not the chain.')
  }
  return claims
}
