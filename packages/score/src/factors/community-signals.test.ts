import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { factorJudgementOf } from '../arithmetic.ts'
import type { CommunityFacts, CrowdFacts } from '../facts.ts'
import { community } from '../testing/arbitrary-community.ts'
import { communitySignals } from './community-signals.ts'

const NOBODY: CrowdFacts = { wallets: 0, weight: 0 }
const SILENCE: CommunityFacts = {
  visitorReports: 0,
  reports: NOBODY,
  trustedReports: NOBODY,
  vouches: NOBODY,
  trustedVouches: NOBODY,
  freezes: 0,
  appealsDenied: 0,
  appealsUpheld: 0,
}

const judged = (facts: CommunityFacts) => factorJudgementOf(communitySignals(facts)).value
const crowd = (wallets: number, score: number): CrowdFacts => ({
  wallets,
  weight: wallets * score * 100,
})
const more = (facts: CommunityFacts, key: keyof CommunityFacts): CommunityFacts => {
  const now = facts[key]
  const next =
    typeof now === 'number' ? now + 1 : { wallets: now.wallets + 1, weight: now.weight + 7_500 }
  return { ...facts, [key]: next }
}

describe('what nobody says', () => {
  test('is unknown, whether it was collected or not', () => {
    expect(communitySignals(null)).toMatchObject({ raw: 5_000, known: 0 })
    expect(communitySignals(SILENCE)).toMatchObject({ raw: 5_000, known: 0, reasons: [] })
  })
})

describe('for any community', () => {
  test.each(['visitorReports', 'reports', 'trustedReports', 'freezes', 'appealsDenied'] as const)(
    'more %s never raise the factor',
    (key) => {
      fc.assert(
        fc.property(community, (facts) => {
          expect(judged(more(facts, key))).toBeLessThanOrEqual(judged(facts))
        }),
        { numRuns: 1_000 },
      )
    },
  )

  test.each(['vouches', 'trustedVouches'] as const)('more %s never lower the factor', (key) => {
    fc.assert(
      fc.property(community, (facts) => {
        expect(judged(more(facts, key))).toBeGreaterThanOrEqual(judged(facts))
      }),
      { numRuns: 1_000 },
    )
  })

  test('visitors, even with all NORMAL wallets there are, leave at least 0.4', () => {
    fc.assert(
      fc.property(community, ({ visitorReports, reports }) => {
        expect(judged({ ...SILENCE, visitorReports, reports })).toBeGreaterThanOrEqual(4_000)
      }),
    )
  })

  test('vouches never lift the factor above 0.8', () => {
    fc.assert(
      fc.property(community, ({ vouches, trustedVouches }) => {
        expect(judged({ ...SILENCE, vouches, trustedVouches })).toBeLessThanOrEqual(8_000)
      }),
    )
  })

  test('one freeze by vote counts for more than all reports', () => {
    fc.assert(
      fc.property(community, ({ visitorReports, reports, trustedReports }) => {
        const reported = { ...SILENCE, visitorReports, reports, trustedReports }
        const { raw } = communitySignals({ ...SILENCE, freezes: 1 })
        expect(raw).toBeLessThanOrEqual(communitySignals(reported).raw)
      }),
    )
  })

  test('the points of the reasons add up to the factor', () => {
    fc.assert(
      fc.property(community, (facts) => {
        const { raw, reasons } = communitySignals(facts)
        expect(reasons.reduce((sum, { points }) => sum + points, 5_000)).toBe(raw)
      }),
    )
  })
})

describe('who speaks', () => {
  test('a thousand wallets just opened weigh less than three that are TRUSTED', () => {
    const opened = judged({ ...SILENCE, reports: crowd(1_000, 50) })
    const trusted = judged({ ...SILENCE, trustedReports: crowd(3, 90) })
    expect(trusted).toBeLessThan(opened)
    expect(opened).toBeGreaterThan(4_500)
  })

  test('more makes more of the factor known', () => {
    const known = [1, 2, 10].map(
      (wallets) => communitySignals({ ...SILENCE, trustedReports: crowd(wallets, 80) }).known,
    )
    expect(known).toEqual([2_857, 4_444, 8_000])
  })
})

describe('what is told', () => {
  const facts: CommunityFacts = {
    ...SILENCE,
    visitorReports: 1,
    reports: crowd(3, 52),
    trustedVouches: crowd(1, 80),
    freezes: 1,
    appealsUpheld: 2,
  }

  test('are numbers in plain words, and points for each', () => {
    const told = communitySignals(facts).reasons.map(({ text, points }) => [text(), points])
    expect(told).toEqual([
      ['Reported by one visitor', -23],
      ['Reported by 3 NORMAL wallets, of weight 1.6 in all', -118],
      ['The community decided on one freeze by vote', -4_000],
      ['Vouched for by one TRUSTED wallet, of weight 0.8 in all', 714],
    ])
  })

  test('is what an appeal would bring back, and that votes were held', () => {
    const { raw, improve, flags } = communitySignals(facts)
    expect(improve).toMatchObject([{ code: 'appeal', points: 5_714 - raw }])
    expect(flags).toEqual(['A freeze was decided by vote', 'An appeal was upheld'])
    expect(communitySignals({ ...SILENCE, vouches: crowd(9, 60) }).improve).toEqual([])
  })
})
