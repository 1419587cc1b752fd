import { ACCOUNT_EVENTS } from '@app/values/account-event.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { roundToSum } from './explain-score.ts'
import type { CommunityFacts } from './facts.ts'
import { judge } from './judge.ts'
import type { Judgement } from './judgement.ts'
import { arbitraryWallet } from './testing/arbitrary-facts.ts'
import { buildFacts, buildTransfer } from './testing/build-transfer.ts'

const _ONLY_REPORTED = new Set<string>(ACCOUNT_EVENTS.map(({ kind }) => kind))
/** Advice that teaches how to look better; none of it may be said to anybody. */
const COACHING = /strangers|same accounts|amounts|sweep|bursts|keep more/i

const NOBODY = { wallets: 0, weight: 0 }
/** Two freezes, and ten reports of wallets of score 100. */
const _HEAVILY_ACCUSED: CommunityFacts = {
  visitorReports: 0,
  reports: NOBODY,
  trustedReports: { wallets: 10, weight: 100_000 },
  vouches: NOBODY,
  trustedVouches: NOBODY,
  freezes: 2,
  appealsDenied: 0,
  appealsUpheld: 0,
}

const expectOfEveryWallet = (expected: (judgement: Judgement, isListed: boolean) => void) =>
  fc.assert(fc.property(arbitraryWallet, (facts) => expected(judge(facts), facts.listing !== null)))

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
