import type { Facts } from '../facts.ts'
import { judge } from '../judge.ts'
import { CONFORMAL_TABLES } from '../tables/conformal-tables.generated.ts'
import { compareWithOrdinary, type OrdinaryComparison } from './conformal-table.ts'
import { toBehaviourFacts } from './to-behaviour-facts.ts'

/** A wallet judged by its behaviour alone. */
export interface BehaviourJudgement {
  /** 0–100 with one decimal, with everything unknown except behaviour. */
  score: number
  comparison: OrdinaryComparison
}

/**
 * Scores a wallet by its behaviour alone, and compares it with the labelled ordinary wallets: with those of the
 * research set in which it looks the least unusual. Gaps in the history move the score towards 50, as in `judge`,
 * and so never make a suspected wallet look more unusual. Pure.
 */
export function judgeBehaviour(facts: Facts): BehaviourJudgement {
  const { score } = judge(toBehaviourFacts(facts))
  return { score, comparison: compareWithOrdinary(CONFORMAL_TABLES, score) }
}
