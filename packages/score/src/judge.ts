import type { Facts } from './facts.ts'
import { computeNumbers, type JudgementNumbers, judgeByRules } from './judge-with-tables.ts'
import type { Judgement } from './judgement.ts'
import { SCORE_RULES, type ScoreRules } from './version.ts'

/**
 * Scores one wallet, with reasons, by the rules of a version, by default the present one. Pure: equal facts give
 * equal judgements. See docs/build/scoring.md for the formula.
 */
export function judge(facts: Facts, rules: ScoreRules = SCORE_RULES.current): Judgement {
  return judgeByRules(rules, facts)
}

/** Returns only the numbers of `judge`, without a word: more than twice as fast, for who judges millions. */
export function judgeInNumbers(
  facts: Facts,
  rules: ScoreRules = SCORE_RULES.current,
): JudgementNumbers {
  return computeNumbers(rules, facts).numbers
}
