import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CommunityFacts } from '../facts.ts'
import { judge } from '../judge.ts'
import { buildHabitFacts } from '../testing/habits/habit.ts'
import { HABITS } from '../testing/habits/habits.ts'
import {
  type CommunityDecision,
  type CommunityStatement,
  computeCommunityFacts,
  computeReportWeight,
} from './compute-community-facts.ts'

const caseId = fc.constantFrom('a', 'b', 'c')
const statement: fc.Arbitrary<CommunityStatement> = fc.record({
  kind: fc.constantFrom('report', 'vouch'),
  score: fc.option(fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10)),
  caseId: fc.option(caseId),
})
const decision: fc.Arbitrary<CommunityDecision> = fc.record({
  caseId,
  kind: fc.constantFrom('freeze', 'appeal_denied', 'appeal_upheld'),
})
const statements = fc.array(statement, { maxLength: 20 })
const decisions = fc.array(decision, { maxLength: 6 })

const report = (score: number | null): CommunityStatement => ({
  kind: 'report',
  score,
  caseId: null,
})
const vouch = (score: number | null): CommunityStatement => ({ kind: 'vouch', score, caseId: null })

describe('computeCommunityFacts', () => {
  test('weighs wallets by their own score and level, and ignores those below NORMAL', () => {
    const given = [44.9, 45, 60.5, 75, 99.9].flatMap((score) => [report(score), vouch(score)])
    expect(computeCommunityFacts(given, [])).toEqual({
      visitorReports: 0,
      reports: { wallets: 2, weight: 10_550 },
      trustedReports: { wallets: 2, weight: 17_490 },
      vouches: { wallets: 2, weight: 10_550 },
      trustedVouches: { wallets: 2, weight: 17_490 },
      freezes: 0,
      appealsDenied: 0,
      appealsUpheld: 0,
    })
  })

  test('keeps what belongs to no case, or to another, when an appeal is upheld', () => {
    const inCase = (caseId: string) => ({ ...report(50), caseId })
    const upheld = { caseId: 'a', kind: 'appeal_upheld' } as const
    const facts = computeCommunityFacts([report(50), inCase('a'), inCase('b')], [upheld])
    expect(facts.reports.wallets).toBe(2)
  })

  test('counts reports of visitors, but not their vouches', () => {
    const { visitorReports, vouches } = computeCommunityFacts([report(null), vouch(null)], [])
    expect([visitorReports, vouches.wallets]).toEqual([1, 0])
  })

  test('leaves out what an upheld appeal cancelled', () => {
    fc.assert(
      fc.property(statements, decisions, caseId, (given, decided, clearedCaseId) => {
        const others = decided.filter((one) => one.caseId !== clearedCaseId)
        const standing = given.filter((one) => one.caseId !== clearedCaseId)
        const upheld = { caseId: clearedCaseId, kind: 'appeal_upheld' } as const
        const before = computeCommunityFacts(standing, others)
        expect(computeCommunityFacts(given, [...decided, upheld])).toEqual({
          ...before,
          appealsUpheld: before.appealsUpheld + 1,
        })
      }),
    )
  })

  test('does not depend on the order', () => {
    fc.assert(
      fc.property(statements, decisions, (given, decided) => {
        expect(computeCommunityFacts(given.toReversed(), decided.toReversed())).toEqual(
          computeCommunityFacts(given, decided),
        )
      }),
    )
  })

  test('counts a case with repeated equal decisions once', () => {
    const freeze = { caseId: 'a', kind: 'freeze' } as const
    expect(computeCommunityFacts([], [freeze, freeze]).freezes).toBe(1)
  })
})

test.each([
  [null, 0.05],
  [0, 0],
  [44.9, 0],
  [45, 0.45],
  [82.3, 0.823],
  [100, 1],
])('the weight of a report of score %j is %d', (score, weight) => {
  expect(computeReportWeight(score)).toBe(weight)
})

const VISITOR = { kind: 'report', score: null, caseId: null } as const

test.each(Object.entries(HABITS))(
  'ten visitors move %s by less than a point, and any number by half a point at most',
  (_, habit) => {
    const facts = buildHabitFacts(habit, null)
    const computeLoss = (visitors: number) => {
      const statements = Array.from({ length: visitors }, () => VISITOR)
      const community: CommunityFacts = computeCommunityFacts(statements, [])
      return judge(facts).score - judge({ ...facts, community }).score
    }
    expect(computeLoss(10)).toBeLessThan(1)
    expect(computeLoss(10_000)).toBeLessThan(0.51)
  },
)
