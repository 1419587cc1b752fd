import { FACTORS, type Factor, mapFactors } from '@app/values/factor.ts'
import { INSUFFICIENT_DATA_BELOW } from '@app/values/limits.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'
import { computeScore, toFactorJudgement } from './arithmetic.ts'
import { explainScore } from './explain-score.ts'
import { toAccountEventReasons } from './factors/account-event-reasons.ts'
import { type FactorResult, NEUTRAL } from './factors/factor-rules.ts'
import { FACTOR_RULES } from './factors/factors.ts'
import type { AccountFacts, Facts } from './facts.ts'
import { isOperated } from './inputs/custody.ts'
import { computeWalletInputs, type WalletInputs } from './inputs/minimum-data.ts'
import type { Judgement } from './judgement.ts'
import type { PointsTables } from './points-table.ts'
import { SCORE_RULES, type ScoreRules } from './version.ts'
import { listFindings } from './words/findings.ts'
import { buildVerdict } from './words/verdict.ts'

/**
 * Scores one wallet, with reasons, by the rules of a version, by default the present one. Pure: equal facts give
 * equal judgements. See docs/build/scoring.md for the formula.
 */
export function judge(facts: Facts, rules: ScoreRules = SCORE_RULES.current): Judgement {
  const { inputs, results, numbers } = computeNumbers(rules, facts)
  const { reasons, improve } = explainScore(results, numbers.score)
  const judged = {
    ...numbers,
    dataPoints: countDataPoints(facts),
    flags: listFlags(facts, results, numbers.confidence),
    reasons: [...reasons, ...toAccountEventReasons(facts.account)],
  }
  const isRobbed = facts.listing === null && isTheftVictim(facts)
  return {
    version: rules.version,
    ...judged,
    verdict: buildVerdict({ facts, inputs, judged, isRobbed, rules }),
    findings: listFindings(facts, inputs, { ...judged, isRobbed, rules }),
    // Who is on the list gets no advice on how to look better; the list itself says how to leave it.
    improve: facts.listing === null ? improve : [],
  }
}

/** Returns only the numbers of `judge`, without its texts: more than twice as fast, for callers that judge millions of accounts. */
export function judgeInNumbers(
  facts: Facts,
  rules: ScoreRules = SCORE_RULES.current,
): JudgementNumbers {
  return computeNumbers(rules, facts).numbers
}

/** Scores one wallet by the present rules with other points tables. Pure, like `judge`. */
export const judgeWithTables = (tables: PointsTables, facts: Facts): Judgement =>
  judge(facts, { ...SCORE_RULES.current, tables })

/** What a judgement says in numbers, before any words. */
type JudgementNumbers = Pick<Judgement, 'factors' | 'score' | 'riskLevel' | 'confidence'>

/** Computes the numbers of a judgement, and what its words are written from. */
function computeNumbers(
  rules: ScoreRules,
  facts: Facts,
): { inputs: WalletInputs; results: Record<Factor, FactorResult>; numbers: JudgementNumbers } {
  const inputs = computeWalletInputs(facts)
  const results = judgeFactors(rules, facts, inputs)
  const factors = mapFactors((factor) => toFactorJudgement(results[factor]))
  const { score, confidence } = computeScore(factors)
  return { inputs, results, numbers: { factors, score, riskLevel: toRiskLevel(score), confidence } }
}

function judgeFactors(
  rules: ScoreRules,
  facts: Facts,
  inputs: WalletInputs,
): Record<Factor, FactorResult> {
  const found = mapFactors((factor) => FACTOR_RULES[factor].judge(facts, inputs, rules))
  return facts.listing === null ? found : mapFactors((factor) => capAtNeutral(found[factor]))
}

/** Limits the raw value to 0.5: no factor of a listed wallet is above it. */
function capAtNeutral(result: FactorResult): FactorResult {
  return result.raw > NEUTRAL ? { ...result, raw: NEUTRAL, reasons: [] } : result
}

/** Where others propose every transaction, that another one proposed it shows no theft. */
function isTheftVictim(facts: Facts): boolean {
  if (isOperated(facts)) return false
  return (
    facts.contacts?.entries.some(({ hop, unitsSwept }) => hop === 0 && unitsSwept > 0n) ?? false
  )
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
