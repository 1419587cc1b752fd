import type { EvidenceFile } from '@app/api/schemas/score.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import {
  type Check,
  type CheckReporter,
  type Difference,
  type Finding,
  runChecks,
  type UncheckedClaim,
} from '../check.ts'
import { buildEvidenceChainChecks } from './chain-checks.ts'
import { type ParsedEvidence, parseAndJudgeEvidence } from './evidence.ts'
import { buildOfflineChecks } from './offline-checks.ts'
import type { PastScoreSource } from './past-scores.ts'
import { buildPublicationCheck } from './publication-check.ts'

/** Sources for the checks. Without a node only the file itself is checked. */
export interface VerificationSources {
  flow: FlowReader | null
  /** Source of past scores; `null` to skip this check. */
  pastScores: PastScoreSource | null
  /** Scans the blocks that a score covers and compares the inputs; `null` skips the scan. */
  scan: ((evidence: ParsedEvidence) => Promise<Finding>) | null
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
    ...(flow === null ? [] : buildEvidenceChainChecks(evidence, flow)),
    ...(flow === null ? [] : [buildPublicationCheck(evidence, { flow, pastScores })]),
    ...(scan === null ? [] : [buildScanCheck(evidence, scan)]),
  ]
  return await runChecks(checks, report)
}

function buildScanCheck(
  evidence: ParsedEvidence,
  scan: NonNullable<VerificationSources['scan']>,
): Check {
  const { fromHeight, toHeight } = evidence.file.coverage
  return {
    claim: `A scan of blocks ${fromHeight} to ${toHeight} results in the same inputs.`,
    find: () => scan(evidence),
  }
}

/** Returns what the sources cannot check, and what no source can check, by the fields of the file. */
export function listUncheckedInEvidence(
  { coverage, lists, inputs }: EvidenceFile,
  { hasNode, hasScan }: { hasNode: boolean; hasScan: boolean },
): UncheckedClaim[] {
  const { fromHeight, toHeight } = coverage
  const claims: UncheckedClaim[] = []
  if (!hasNode) {
    claims.push(
      {
        fields: ['reasons[].evidence[]', 'computedAt', 'coverage.toHeight'],
        what: 'whether the account, the cited transactions, the time and the NFTs are on the chain (--node).',
      },
      {
        fields: ['evidenceHash'],
        what: 'whether the score published on the chain is this one (--node).',
      },
    )
  }
  if (!hasScan) {
    claims.push({
      fields: ['inputs', 'coverage.fromHeight', 'reasons[].evidence.length'],
      what: `whether blocks ${fromHeight} to ${toHeight} match the inputs (${hasNode ? '--full' : '--node URL --full'}).`,
    })
  }
  claims.push({
    fields: ['coverage.toHeight'],
    what: `what happened after block ${toHeight} is not in the score.`,
  })
  if ('community' in inputs.offchain && inputs.offchain.community !== null) {
    claims.push({
      fields: ['inputs.offchain.community'],
      what: 'how many people reported the wallet without a signature: only the server has these reports.',
    })
  }
  if (lists.scam.length + lists.service.length > 0) {
    claims.push({
      fields: ['lists'],
      what: 'who belongs on a list: its maintainers decide this, not the chain.',
    })
  }
  return claims
}
