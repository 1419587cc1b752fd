import { ACCOUNT_EVENTS } from '@app/values/account-event.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEmptyFacts } from './empty-facts.ts'
import { roundToSum } from './explain-score.ts'
import type { CommunityFacts } from './facts.ts'
import { judge } from './judge.ts'
import type { Judgement } from './judgement.ts'
import { arbitraryWallet, NO_STATEMENTS } from './testing/arbitrary-facts.ts'
import { buildFacts, buildTransfer } from './testing/build-transfer.ts'
import { LITTLE_DATA } from './words/little-data.ts'

const ONLY_REPORTED = new Set<string>(ACCOUNT_EVENTS.map(({ kind }) => kind))
/** Advice that teaches how to look better; none of it may be said to anybody. */
const COACHING = /strangers|same accounts|amounts|sweep|bursts|keep more/i

/** Two freezes, and ten reports of wallets of score 100. */
const HEAVILY_ACCUSED: CommunityFacts = {
  ...NO_STATEMENTS,
  trustedReports: { wallets: 10, weight: 100_000 },
  freezes: 2,
}

const expectOfEveryWallet = (expected: (judgement: Judgement, isListed: boolean) => void) =>
  fc.assert(fc.property(arbitraryWallet, (facts) => expected(judge(facts), facts.listing !== null)))

describe('the reasons of any wallet', () => {
  test('change the score, except what is only reported', () =>
    expectOfEveryWallet(({ reasons }) => {
      for (const { code, points } of reasons) expect(points === 0).toBe(ONLY_REPORTED.has(code))
    }))

  test('have a headline of at most 60 characters, with a capital and without a full stop', () =>
    expectOfEveryWallet(({ reasons }) => {
      for (const { headline } of reasons) expect(headline).toMatch(/^[A-Z].{5,58}[^.]$/)
    }))

  test('are at most one per factor about little data, and none about what is cut off', () =>
    expectOfEveryWallet(({ reasons }) => {
      const little = reasons.filter(({ code }) => code === LITTLE_DATA)
      expect(new Set(little.map(({ factor }) => factor)).size).toBe(little.length)
      expect(reasons.map(({ code }) => code)).not.toContain('cut_off')
    }))
})

describe('the points of a factor that is limited to 0–1', () => {
  test('are scaled, so that the reasons keep their signs and proportions', () => {
    const { reasons, factors } = judge({ ...createEmptyFacts(), community: HEAVILY_ACCUSED })
    expect(factors.communitySignals.raw).toBe(0)
    const away = (10 * (factors.communitySignals.value - 5_000)) / 10_000
    const sum = reasons.reduce((total, { points }) => total + points, 0)
    expect(Math.abs(sum - away)).toBeLessThanOrEqual(0.05)
    const [freezes, reports] = reasons
    expect(reasons.map(({ code }) => code)).toEqual(['freezes', 'trusted_reports'])
    // 4,444 and 2,500 units of 1/10,000 are scaled by 5,000 / 6,944.
    expect((freezes?.points ?? 0) / (reports?.points ?? 1)).toBeCloseTo(4_444 / 2_500, 1)
  })
})

describe('advice', () => {
  test('is never how to look better, and there is none for a listed wallet', () =>
    expectOfEveryWallet(({ improve }, isListed) => {
      for (const { text, points } of improve) {
        expect(text).not.toMatch(COACHING)
        expect(points).toBeGreaterThan(0)
      }
      if (isListed) expect(improve).toEqual([])
    }))

  test('that two factors give is one piece of advice', () => {
    const { improve } = judge(buildFacts([buildTransfer('ann', 10, 0)]))
    expect(improve).toEqual([
      { code: 'volume', text: 'Keep using the account over time', points: expect.any(Number) },
    ])
  })
})

const UNIT = 1_000_000
const add = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)

test('the largest remainders are rounded up', () => {
  expect(roundToSum([2_400_000, -1_700_000, 1_600_000], 2)).toEqual([2, -2, 2])
  expect(roundToSum([500_000, 500_000], 1)).toEqual([1, 0])
  expect(roundToSum([], 0)).toEqual([])
})

test('shares that add up to a whole number within one half are rounded down or up to it', () => {
  const shares = fc.array(fc.integer({ min: -1e9, max: 1e9 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(shares, (own) => {
      const sum = Math.round(add(own) / UNIT) + 0
      const rounded = roundToSum(own, sum)
      expect(add(rounded)).toBe(sum)
      for (const [index, whole] of rounded.entries()) {
        expect(Math.abs(whole - (own[index] ?? 0) / UNIT)).toBeLessThanOrEqual(1)
      }
    }),
  )
})
