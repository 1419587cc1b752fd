import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeCommunityFacts, type Decision, type Statement } from './compute-community-facts.ts'

const caseId = fc.constantFrom('a', 'b', 'c')
const statement: fc.Arbitrary<Statement> = fc.record({
  kind: fc.constantFrom('report', 'vouch'),
  score: fc.option(fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10)),
  caseId: fc.option(caseId),
})
const decision: fc.Arbitrary<Decision> = fc.record({
  caseId,
  kind: fc.constantFrom('freeze', 'appeal_denied', 'appeal_upheld'),
})
const statements = fc.array(statement, { maxLength: 20 })
const decisions = fc.array(decision, { maxLength: 6 })

const report = (score: number | null): Statement => ({ kind: 'report', score, caseId: null })
const vouch = (score: number | null): Statement => ({ kind: 'vouch', score, caseId: null })

describe('the sums of a community', () => {
  test('weigh wallets by their own score, by level, and nobody below NORMAL', () => {
    const said = [44.9, 45, 60.5, 75, 99.9].flatMap((score) => [report(score), vouch(score)])
    expect(computeCommunityFacts(said, [])).toEqual({
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

  test('count what visitors report, and nothing that they vouch', () => {
    const { visitorReports, vouches } = computeCommunityFacts([report(null), vouch(null)], [])
    expect([visitorReports, vouches.wallets]).toEqual([1, 0])
  })

  test('hold nothing that an upheld appeal cancelled', () => {
    fc.assert(
      fc.property(statements, decisions, caseId, (said, decided, cleared) => {
        const others = decided.filter((one) => one.caseId !== cleared)
        const standing = said.filter((one) => one.caseId !== cleared)
        const upheld = { caseId: cleared, kind: 'appeal_upheld' } as const
        const before = computeCommunityFacts(standing, others)
        expect(computeCommunityFacts(said, [...decided, upheld])).toEqual({
          ...before,
          appealsUpheld: before.appealsUpheld + 1,
        })
      }),
    )
  })

  test('are the same in any order', () => {
    fc.assert(
      fc.property(statements, decisions, (said, decided) => {
        expect(computeCommunityFacts(said.toReversed(), decided.toReversed())).toEqual(
          computeCommunityFacts(said, decided),
        )
      }),
    )
  })

  test('count a case once, however often it was decided alike', () => {
    const freeze = { caseId: 'a', kind: 'freeze' } as const
    expect(computeCommunityFacts([], [freeze, freeze]).freezes).toBe(1)
  })
})
