import { HIGH_RISK_BELOW } from '@app/values/risk-level.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEmptyFacts } from '../empty-facts.ts'
import type { Facts } from '../facts.ts'
import { judge } from '../judge.ts'
import { arbitraryFacts } from '../testing/arbitrary-facts.ts'
import { buildFacts, PASS_THROUGH_TRANSFERS } from '../testing/build-transfer.ts'
import { buildHabitFacts } from '../testing/habits/habit.ts'
import { HABITS } from '../testing/habits/habits.ts'
import { judgeBehaviour, toBehaviourFacts } from './judge-behaviour.ts'

/** Facts that no labelled wallet has. */
const OTHERS: Partial<Facts> = {
  age: { creationIndex: 1, accountCount: 1_000, createdSeconds: 5 },
  holdings: [{ collection: 'A.01.Art', count: 9, isSelfMinted: false, firstDepositSeconds: 5 }],
  poisoning: { dusted: 400, lookAlikes: 300 },
  listing: { source: 'list', confidence: 1 },
}

describe('the behaviour of a wallet', () => {
  test('is judged without the list, the community, holdings and the rank of its account', () => {
    fc.assert(
      fc.property(arbitraryFacts, (facts) => {
        const { activity, tokens, completeness } = facts
        const bare = { ...createEmptyFacts(), activity, tokens, completeness }
        const judged = judgeBehaviour({ ...facts, ...OTHERS })
        expect(judged).toEqual(judgeBehaviour(bare))
        expect(judged.score).toBe(judge(bare).score)
      }),
    )
  })

  test('consists of what a labelled wallet has: whatever is unknown there is unknown here', () => {
    const known = Object.entries(createEmptyFacts()).filter(([, value]) => value !== null)
    const full = { ...buildFacts(PASS_THROUGH_TRANSFERS), ...OTHERS }
    const kept = Object.entries(toBehaviourFacts(full)).filter(([, value]) => value !== null)
    expect(kept.map(([name]) => name).sort()).toEqual(known.map(([name]) => name).sort())
  })

  test('never looks more unusual with gaps in its history, when it looks bad', () => {
    const completeness = fc.integer({ min: 0, max: 9_500 })
    fc.assert(
      fc.property(arbitraryFacts, completeness, (drawn, covered) => {
        const whole = judgeBehaviour({ ...drawn, completeness: 10_000 })
        fc.pre(whole.score < 49)
        const partial = judgeBehaviour({ ...drawn, completeness: covered })
        expect(partial.comparison.pValue).toBeGreaterThanOrEqual(whole.comparison.pValue)
      }),
    )
  })

  test('of one that passes on everything at once is matched by almost no ordinary wallet', () => {
    const { score, comparison } = judgeBehaviour(buildFacts(PASS_THROUGH_TRANSFERS))
    expect(score).toBeLessThan(40)
    expect(comparison.pValue).toBeLessThan(0.02)
  })

  test.each(Object.entries(HABITS))('of %s is never flagged by itself', (_, habit) => {
    expect(judgeBehaviour(buildHabitFacts(habit, null)).score).toBeGreaterThanOrEqual(
      HIGH_RISK_BELOW,
    )
  })
})
