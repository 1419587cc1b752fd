import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toFactorJudgement } from '../arithmetic.ts'
import type { CommunityFacts, WalletCountAndWeight } from '../facts.ts'
import { arbitraryCommunity, NO_STATEMENTS } from '../testing/arbitrary-facts.ts'
import { findRules } from '../version.ts'
import { judgeCommunitySignals } from './community-signals.ts'

const computeFactor = (facts: CommunityFacts) =>
  toFactorJudgement(judgeCommunitySignals(facts)).value
const listTexts = (facts: CommunityFacts) =>
  judgeCommunitySignals(facts).reasons.map(({ text }) => text())
const buildWallets = (wallets: number, score: number): WalletCountAndWeight => ({
  wallets,
  weight: wallets * score * 100,
})
const addOne = (facts: CommunityFacts, key: keyof CommunityFacts): CommunityFacts => {
  const now = facts[key]
  const next =
    typeof now === 'number' ? now + 1 : { wallets: now.wallets + 1, weight: now.weight + 7_500 }
  return { ...facts, [key]: next }
}

describe('without reports and vouches', () => {
  test('the factor is unknown, whether they were collected or not', () => {
    expect(judgeCommunitySignals(null)).toMatchObject({ raw: 5_000, dataShare: 0 })
    expect(judgeCommunitySignals(NO_STATEMENTS)).toMatchObject({
      raw: 5_000,
      dataShare: 0,
      reasons: [],
    })
  })
})

describe('for any community', () => {
  test.each(['visitorReports', 'reports', 'trustedReports', 'freezes'] as const)(
    'more %s never raise the factor',
    (key) => {
      fc.assert(
        fc.property(arbitraryCommunity, (facts) => {
          expect(computeFactor(addOne(facts, key))).toBeLessThanOrEqual(computeFactor(facts))
        }),
      )
    },
  )

  test('denied appeals change nothing, except by the rules of version 1.3.0', () => {
    const before = findRules('1.3.0')
    fc.assert(
      fc.property(arbitraryCommunity, (facts) => {
        const more = addOne(facts, 'appealsDenied')
        expect(computeFactor(more)).toBe(computeFactor(facts))
        expect(listTexts(more)).toEqual(listTexts(facts))
        const [denied, counted] = [more, facts].map(
          (one) => toFactorJudgement(judgeCommunitySignals(one, before)).value,
        )
        expect(denied).toBeLessThanOrEqual(counted ?? 0)
      }),
    )
    const [reason] = judgeCommunitySignals({ ...NO_STATEMENTS, appealsDenied: 1 }, before).reasons
    expect(reason).toMatchObject({ code: 'appeals_denied', points: -2_500 })
  })

  test.each(['vouches', 'trustedVouches'] as const)('more %s never lower the factor', (key) => {
    fc.assert(
      fc.property(arbitraryCommunity, (facts) => {
        expect(computeFactor(addOne(facts, key))).toBeGreaterThanOrEqual(computeFactor(facts))
      }),
    )
  })

  test('any number of visitors and NORMAL wallets leaves at least 0.4', () => {
    fc.assert(
      fc.property(arbitraryCommunity, ({ visitorReports, reports }) => {
        expect(computeFactor({ ...NO_STATEMENTS, visitorReports, reports })).toBeGreaterThanOrEqual(
          4_000,
        )
      }),
    )
  })

  test('visitors lower it by at most 0.05 alone, and 0.21 beside what others stated', () => {
    fc.assert(
      fc.property(arbitraryCommunity, ({ visitorReports, ...others }) => {
        const without = computeFactor({ ...others, visitorReports: 0 })
        const alone = computeFactor({ ...NO_STATEMENTS, visitorReports })
        expect(without - computeFactor({ ...others, visitorReports })).toBeLessThanOrEqual(2_101)
        expect(5_000 - alone).toBeLessThanOrEqual(500)
      }),
    )
    const frozen = { ...NO_STATEMENTS, freezes: 1 }
    const reported = computeFactor({ ...frozen, visitorReports: 1_000_000 })
    expect(computeFactor(frozen) - reported).toBeGreaterThan(2_000)
  })

  test('vouches never lift the factor above 0.8', () => {
    fc.assert(
      fc.property(arbitraryCommunity, ({ vouches, trustedVouches }) => {
        expect(computeFactor({ ...NO_STATEMENTS, vouches, trustedVouches })).toBeLessThanOrEqual(
          8_000,
        )
      }),
    )
  })

  test('one freeze by vote counts for more than all reports', () => {
    fc.assert(
      fc.property(arbitraryCommunity, ({ visitorReports, reports, trustedReports }) => {
        const reported = { ...NO_STATEMENTS, visitorReports, reports, trustedReports }
        const { raw } = judgeCommunitySignals({ ...NO_STATEMENTS, freezes: 1 })
        expect(raw).toBeLessThanOrEqual(judgeCommunitySignals(reported).raw)
      }),
    )
  })
})

describe('the weight of wallets', () => {
  test('a thousand new wallets weigh less than three TRUSTED ones', () => {
    const opened = computeFactor({ ...NO_STATEMENTS, reports: buildWallets(1_000, 50) })
    const trusted = computeFactor({ ...NO_STATEMENTS, trustedReports: buildWallets(3, 90) })
    expect(trusted).toBeLessThan(opened)
    expect(opened).toBeGreaterThan(4_500)
  })
})

describe('reasons, improvements and flags', () => {
  const facts: CommunityFacts = {
    ...NO_STATEMENTS,
    visitorReports: 1,
    reports: buildWallets(3, 52),
    trustedVouches: buildWallets(1, 80),
    freezes: 1,
    appealsUpheld: 2,
  }

  test('reasons contain numbers as text, and points for each', () => {
    const texts = judgeCommunitySignals(facts).reasons.map(({ text, points }) => [text(), points])
    expect(texts).toEqual([
      ['Reported by one visitor', -23],
      ['Reported by 3 NORMAL wallets, of weight 1.6 in all', -118],
      ['The community decided on one freeze by vote', -4_000],
      ['Vouched for by one TRUSTED wallet, of weight 0.8 in all', 714],
    ])
  })

  test('the improvement is the gain of an appeal, and flags report the votes', () => {
    const { raw, improve, flags } = judgeCommunitySignals(facts)
    expect(improve).toMatchObject([{ code: 'appeal', points: 5_714 - raw }])
    expect(flags).toEqual(['A freeze was decided by vote', 'An appeal was upheld'])
    expect(
      judgeCommunitySignals({ ...NO_STATEMENTS, vouches: buildWallets(9, 60) }).improve,
    ).toEqual([])
  })
})
