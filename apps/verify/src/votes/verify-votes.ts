import type { VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import { type Check, type CheckReporter, runChecks } from '../checks/check.ts'
import type { Difference } from '../checks/difference.ts'
import { buildOfflineChecks } from './build-offline-checks.ts'
import { buildChainChecks, type ChainSource } from './chain/build-chain-checks.ts'
import { findStatusFinding, readTimeRange } from './checks/find-status-finding.ts'

/** Checks the claims of a vote archive; without a source, those that the file alone shows. Returns the first difference, or `null`. */
export async function verifyVotes(
  archive: VoteArchive,
  source: ChainSource | null,
  report: CheckReporter,
): Promise<Difference | null> {
  const checks = [
    ...buildOfflineChecks(archive),
    buildStatusCheck(archive, source),
    ...(source === null ? [] : buildChainChecks(archive, source)),
  ]
  return await runChecks(checks, report)
}

/** What the file alone leaves undecided, the chain decides. */
function buildStatusCheck(archive: VoteArchive, source: ChainSource | null): Check {
  const time = readTimeRange(archive)
  return {
    claim:
      'The statuses can follow from the votes, and no proposal was executed without a majority.',
    find: () => {
      const finding = findStatusFinding(archive, { time, finals: new Map() })
      return finding !== null && 'because' in finding && source !== null ? null : finding
    },
  }
}

/** Returns the claims that are not checked with the source, and those that no source can check. */
export function listUncheckedClaims(archive: VoteArchive, source: ChainSource | null): string[] {
  const { toHeight, proposals } = archive
  const first = proposals[0]?.id ?? 1
  return [
    ...(source === null
      ? [
          'Whether the votes are on the chain, by keys of the voters: run it without --offline.',
          'Whether a vote or a proposal was left out: run it without --offline.',
        ]
      : []),
    ...(first > 1 ? [`Proposals before number ${first}: the file begins with it.`] : []),
    `What happened after block ${toHeight}: the file does not cover it.`,
    'Whether the published scores of the voters are right: npm run verify -- 0x… checks a score.',
  ]
}
