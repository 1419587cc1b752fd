import type { Facts } from '../facts.ts'
import { judge } from '../judge.ts'
import { CONFORMAL_TABLES } from '../tables/conformal-tables.generated.ts'
import type { ScoreRules } from '../version.ts'
import { compareBehaviour, type OrdinaryComparison } from './conformal-table.ts'

/** A wallet judged by its behaviour alone. */
interface BehaviourJudgement {
  /** 0–100 with one decimal, with everything unknown except behaviour. */
  score: number
  comparison: OrdinaryComparison
}

/**
 * Scores a wallet by its behaviour alone, and compares it with the labelled ordinary wallets: with those of the
 * research set in which it looks the least unusual. Gaps in the history move the score towards 50, as in `judge`,
 * and so never make a suspected wallet look more unusual. Pure.
 */
export function judgeBehaviour(facts: Facts, rules?: ScoreRules): BehaviourJudgement {
  const { score } = judge(toBehaviourFacts(facts), rules)
  return { score, comparison: compareBehaviour(CONFORMAL_TABLES, score) }
}

/**
 * Returns the facts that labelled wallets have too: transfers, tokens and completeness; and custody, which only
 * raises a score. All others are unknown, so that the score can be compared with scores of labelled wallets.
 */
export function toBehaviourFacts(facts: Facts): Facts {
  const { address, asOfSeconds, activity, tokens, custody, dustIn, completeness } = facts
  return {
    ...(custody && { custody }),
    address,
    asOfSeconds,
    activity,
    tokens,
    dustIn,
    completeness,
    age: null,
    nfts: null,
    holdings: null,
    account: null,
    poisoning: null,
    contacts: null,
    listing: null,
    community: null,
  }
}
