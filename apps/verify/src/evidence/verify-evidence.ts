import type { EvidenceFile } from '@app/api/schemas/score.ts'
import {
  type Check,
  type CheckReporter,
  type Difference,
  pluralize,
  runChecks,
  type UncheckedClaim,
} from '../check.ts'
import type { Sources, VerifiedFormat } from '../verified-format.ts'
import { buildEvidenceChainChecks } from './chain-checks.ts'
import {
  listCitations,
  type ParsedEvidence,
  parseAndJudgeEvidence,
  parseEvidenceFile,
} from './evidence.ts'
import { findScanDifference } from './find-scan-difference.ts'
import { buildOfflineChecks } from './offline-checks.ts'
import { buildPublicationCheck } from './publication-check.ts'

/** How an evidence file is verified. */
export const EVIDENCE: VerifiedFormat<EvidenceFile> = {
  parse: parseEvidenceFile,
  describe: (file) => {
    const { address, network, score, riskLevel, version } = file
    return {
      headline: `Dharma Score of ${address} on ${network}: ${score}, ${riskLevel} (version ${version})`,
      onChain: pluralize(listCitations({ file, judgement: null }).length, 'citation'),
      verdicts: { complete: 'Verified.', partial: 'Verified as far as possible' },
    }
  },
  verify: verifyEvidence,
  listUnchecked: listUncheckedInEvidence,
}

/** Checks the claims of an evidence file, as far as the sources allow. Returns the first difference, or `null`. */
export async function verifyEvidence(
  file: EvidenceFile,
  { flow, pastScores, openScratch }: Sources,
  report: CheckReporter,
): Promise<Difference | null> {
  const evidence = parseAndJudgeEvidence(file)
  if ('path' in evidence) return evidence
  const checks = [
    ...buildOfflineChecks(evidence),
    ...(flow === null ? [] : buildEvidenceChainChecks(evidence, flow)),
    ...(flow === null ? [] : [buildPublicationCheck(evidence, { flow, pastScores })]),
    ...(openScratch === null ? [] : [buildScanCheck(evidence, openScratch)]),
  ]
  return await runChecks(checks, report)
}

function buildScanCheck(
  evidence: ParsedEvidence,
  openScratch: NonNullable<Sources['openScratch']>,
): Check {
  const { coverage } = evidence.file
  return {
    claim: `A scan of blocks ${coverage.fromHeight} to ${coverage.toHeight} results in the same inputs.`,
    find: async () => findScanDifference(evidence, await openScratch(coverage)),
  }
}

/** Returns what the sources cannot check, and what no source can check, by the fields of the file. */
function listUncheckedInEvidence(
  { coverage, lists, inputs }: EvidenceFile,
  { hasNode, isFull }: { hasNode: boolean; isFull: boolean },
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
  if (!isFull) {
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
