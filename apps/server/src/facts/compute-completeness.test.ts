import { BREAK_BELOW_SCORE, MIN_JUROR_SCORE, MIN_VOTER_SCORE } from '@app/values/limits.ts'
import { describe, expect, it } from 'vitest'
import { buildPolicy, getClearingScore } from '../agent/decision/decide.ts'
import { readConfig } from '../config.ts'
import { FLOW } from '../testing/ledger.ts'
import { type AccountLifetime, computeCompleteness } from './compute-completeness.ts'

const buildLifetime = (more: Partial<AccountLifetime>): AccountLifetime => ({
  coverage: { fromHeight: 1000, toHeight: 1999, decoded: [] },
  decoding: 2,
  createdHeight: null,
  lastHeight: 0,
  age: null,
  tokens: [],
  ...more,
})

describe('the completeness of an account’s history', () => {
  it('is all of it for an account created in the covered range', () => {
    expect(computeCompleteness(buildLifetime({ createdHeight: 1500, lastHeight: 1700 }))).toBe(
      10_000,
    )
    expect(computeCompleteness(buildLifetime({ createdHeight: 1000 }))).toBe(10_000)
  })

  it('is all of it when the range begins with the chain', () => {
    const coverage = { fromHeight: 0, toHeight: 10, decoded: [] }
    expect(computeCompleteness(buildLifetime({ coverage }))).toBe(10_000)
  })

  it('ends at the last event, so that later blocks do not change it', () => {
    const short = buildLifetime({ lastHeight: 1500 })
    const long = { ...short, coverage: { fromHeight: 1000, toHeight: 9999, decoded: [] } }
    expect(computeCompleteness(short)).toBe(computeCompleteness(long))
    expect(computeCompleteness(short)).toBe(Math.floor((501 * 10_000) / 1501))
  })

  it('is less by what came from a source in no event', () => {
    const tokens = [{ token: FLOW, received: 30n }]
    const whole = buildLifetime({ createdHeight: 1500, lastHeight: 1700, tokens })
    expect(computeCompleteness(whole)).toBe(10_000)
    expect(computeCompleteness({ ...whole, unseen: 10n })).toBe(7_500)
    expect(computeCompleteness({ ...whole, unseen: 10n, tokens: [] })).toBe(0)
  })

  it('estimates an unindexed creation from the rank: a later account has a shorter history outside the range', () => {
    const computeForRank = (creationIndex: number) =>
      computeCompleteness(
        buildLifetime({ age: { creationIndex, accountCount: 100, createdSeconds: null } }),
      )
    expect(computeForRank(100)).toBe(10_000)
    expect(computeForRank(50)).toBe(Math.floor((1000 * 10_000) / 1500))
    expect(computeForRank(1)).toBe(Math.floor((1000 * 10_000) / 1990))
  })

  it('is smaller where an earlier decoding has read some of it, and grows to the same when that is read again', () => {
    const compute = (decodings: readonly number[]) => {
      const decoded = decodings.map((decoding, index) => ({
        fromHeight: 1000 + index * 200,
        toHeight: 1199 + index * 200,
        decoding,
      }))
      const coverage = { fromHeight: 1000, toHeight: 1999, decoded }
      return computeCompleteness(buildLifetime({ coverage, createdHeight: 1100, lastHeight: 1899 }))
    }
    expect(compute([2, 2, 2, 2, 2])).toBe(10_000)
    expect(compute([1, 1, 1, 1, 1])).toBe(8_000)
    expect(compute([2, 1, 1, 1, 2])).toBe(10_000 - (600 * 2_000) / 800)
    expect(compute([2, 2, 3, 2, 1])).toBe(9_750)
  })

  it('read again moves no score so far that an accusation or a standing ends', () => {
    const decoded = [{ fromHeight: 1000, toHeight: 1999, decoding: 1 }]
    const coverage = { fromHeight: 1000, toHeight: 1999, decoded }
    const share = computeCompleteness(buildLifetime({ coverage, createdHeight: 1000 })) / 10_000
    const toIncomplete = (score: number) => 50 + (score - 50) * share
    const policy = buildPolicy(readConfig({ FLOW_NETWORK: 'local' }))
    for (const threshold of [policy.flagBelow, policy.warnBelow]) {
      const accused = threshold - 0.1
      expect(toIncomplete(accused)).toBeLessThan(getClearingScore(policy, accused))
    }
    expect(toIncomplete(MIN_VOTER_SCORE)).toBeGreaterThan(BREAK_BELOW_SCORE)
    expect(toIncomplete(MIN_JUROR_SCORE)).toBeGreaterThanOrEqual(MIN_JUROR_SCORE)
  })
})
