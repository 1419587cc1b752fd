import { FACTORS, type Factor, mapFactors } from '@app/values/factor.ts'
import { INSUFFICIENT_DATA_BELOW } from '@app/values/limits.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'
import { computeScore, toFactorJudgement } from './arithmetic.ts'
import { explainScore } from './explain-score.ts'
import { toAccountEventReasons } from './factors/account-event-reasons.ts'
import { judgeCommunitySignals } from './factors/community-signals.ts'
import { type FactorResult, NEUTRAL } from './factors/factor-result.ts'
import { judgeLargeOutFlow } from './factors/large-out-flow.ts'
import { judgeNftHoldings } from './factors/nft-holdings.ts'
import { judgeOnchainAge } from './factors/onchain-age.ts'
import { judgeKnownScamInteract } from './factors/scam-contact/known-scam-interact.ts'
import { judgeTxFrequency } from './factors/tx-frequency.ts'
import type { AccountFacts, Facts } from './facts.ts'
import { computeWalletInputs, type WalletInputs } from './inputs/minimum-data.ts'
import type { Judgement } from './judgement.ts'
import type { PointsTables } from './points-table.ts'
import { SCORE_VERSION } from './version.ts'
import { listFindings } from './words/findings.ts'
import { buildVerdict } from './words/verdict.ts'

/**
 * Scores one wallet with the given points tables, such as those of another version. Pure, like
 * `judge`.
 */
export function judgeWithTables(tables: PointsTables, facts: Facts): Judgement {
  const { inputs, results, numbers } = computeNumbers(tables, facts)
  const { reasons, improve } = explainScore(results, numbers.score)
  const judged = {
    ...numbers,
    dataPoints: countDataPoints(facts),
    flags: listFlags(facts, results, numbers.confidence),
    reasons: [...reasons, ...toAccountEventReasons(facts.account)],
  }
  const isRobbed = facts.listing === null && isTheftVictim(facts)
  return {
    version: SCORE_VERSION,
    ...judged,
    verdict: buildVerdict({ facts, inputs, judged, isRobbed }),
    findings: listFindings(facts, inputs, { ...judged, isRobbed }),
    // Who is on the list gets no advice on how to look better; the list itself says how to leave it.
    improve: facts.listing === null ? improve : [],
  }
}

/** What a judgement says in numbers, before any words. */
export type JudgementNumbers = Pick<Judgement, 'factors' | 'score' | 'riskLevel' | 'confidence'>

/** Computes the numbers of a judgement, and what its words are written from. */
export function computeNumbers(
  tables: PointsTables,
  facts: Facts,
): { inputs: WalletInputs; results: Record<Factor, FactorResult>; numbers: JudgementNumbers } {
  const inputs = computeWalletInputs(facts)
  const results = judgeFactors(tables, facts, inputs)
  const factors = mapFactors((factor) => toFactorJudgement(results[factor]))
  const { score, confidence } = computeScore(factors)
  return { inputs, results, numbers: { factors, score, riskLevel: toRiskLevel(score), confidence } }
}

function judgeFactors(
  tables: PointsTables,
  facts: Facts,
  inputs: WalletInputs,
): Record<Factor, FactorResult> {
  const found: Record<Factor, FactorResult> = {
    txFrequency: judgeTxFrequency(facts, inputs, tables.txFrequency),
    largeOutFlow: judgeLargeOutFlow(facts, inputs, tables.largeOutFlow),
    knownScamInteract: judgeKnownScamInteract(facts),
    nftHoldings: judgeNftHoldings(facts),
    onchainAge: judgeOnchainAge(facts, inputs, tables.onchainAge),
    communitySignals: judgeCommunitySignals(facts.community),
  }
  return facts.listing === null ? found : mapFactors((factor) => capAtNeutral(found[factor]))
}

/** Limits the raw value to 0.5: no factor of a listed wallet is above it. */
function capAtNeutral(result: FactorResult): FactorResult {
  return result.raw > NEUTRAL ? { ...result, raw: NEUTRAL, reasons: [] } : result
}

function isTheftVictim({ contacts }: Facts): boolean {
  return contacts?.entries.some(({ hop, unitsSwept }) => hop === 0 && unitsSwept > 0n) ?? false
}

function countDataPoints({ activity, nfts, holdings, account }: Facts): number {
  const transfers = activity.transfersIn + activity.transfersOut
  const nftTransfers = nfts === null ? 0 : nfts.transfersIn + nfts.transfersOut
  const accountEvents = account === null ? 0 : countAccountEvents(account)
  return transfers + nftTransfers + accountEvents + (holdings?.length ?? 0)
}

/**
 * Counts the changes that the account made to itself; keys that can sign alone are part of
 * `keysAdded`.
 */
function countAccountEvents({
  proposed,
  sponsored,
  fullKeysAdded,
  ...counts
}: AccountFacts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function listFlags(
  facts: Facts,
  results: Record<Factor, FactorResult>,
  confidence: number,
): string[] {
  const flags = FACTORS.flatMap((factor) => results[factor].flags)
  if (facts.listing === null && isTheftVictim(facts))
    flags.push('Robbed by an account on the scam list')
  if (confidence < INSUFFICIENT_DATA_BELOW) flags.push('Insufficient data')
  return flags
}
