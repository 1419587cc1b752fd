import type { PublishedScore } from '@app/api/schemas/score.ts'
import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.generated.ts'
import type { Network } from '@app/values/network.ts'
import { SUSPECTED_BELOW } from '@app/values/risk-level.ts'

/** What the snippet asks for: no SUSPICIOUS or HIGH_RISK wallet, by a score of the last 30 days. */
export const SNIPPET_MIN_SCORE = SUSPECTED_BELOW
export const SNIPPET_MAX_AGE_DAYS = 30

const SECONDS_PER_DAY = 86_400

/** Builds a Cadence script that asks the contract about a wallet. The contract is imported by name where it has no address. */
export function buildRequireMinSnippet(network: Network, address: string): string {
  const contract = CONTRACT_ADDRESSES[network].DharmaScore
  return `${contract === undefined ? 'import "DharmaScore"' : `import DharmaScore from ${contract}`}

access(all) fun main(): Bool {
    let verdict = DharmaScore.requireMin(
        address: ${address},
        minScoreTenths: ${SNIPPET_MIN_SCORE * 10}, // ${SNIPPET_MIN_SCORE} points
        maxAge: ${SNIPPET_MAX_AGE_DAYS * SECONDS_PER_DAY}.0 // ${SNIPPET_MAX_AGE_DAYS} days
    )
    return verdict == DharmaScore.Verdict.pass
}
`
}

/**
 * Returns what the contract answers to the snippet now, by the record on the chain; `nowMs` is the time of the latest block.
 * Undefined where the record is unknown.
 */
export function predictVerdict(
  published: PublishedScore | null | undefined,
  nowMs: number,
): string | undefined {
  if (published === undefined) return undefined
  if (published === null) return 'unknown, because no score of this wallet is published yet'
  const ageMs = nowMs - Date.parse(published.publishedAt)
  if (ageMs > SNIPPET_MAX_AGE_DAYS * SECONDS_PER_DAY * 1_000) {
    return `stale, because the score was published more than ${SNIPPET_MAX_AGE_DAYS} days ago`
  }
  const hasPassed = published.score >= SNIPPET_MIN_SCORE
  return `${hasPassed ? 'pass' : 'fail'}, because the published score is ${published.score}`
}
