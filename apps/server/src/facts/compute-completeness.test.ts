import { describe, expect, it } from 'vitest'
import { type AccountLifetime, computeCompleteness } from './compute-completeness.ts'

const buildLifetime = (more: Partial<AccountLifetime>): AccountLifetime => ({
  coverage: { fromHeight: 1000, toHeight: 1999 },
  createdHeight: null,
  lastHeight: 0,
  age: null,
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
    const coverage = { fromHeight: 0, toHeight: 10 }
    expect(computeCompleteness(buildLifetime({ coverage }))).toBe(10_000)
  })

  it('ends at the last event, so that later blocks do not change it', () => {
    const short = buildLifetime({ lastHeight: 1500 })
    const long = { ...short, coverage: { fromHeight: 1000, toHeight: 9999 } }
    expect(computeCompleteness(short)).toBe(computeCompleteness(long))
    expect(computeCompleteness(short)).toBe(Math.floor((501 * 10_000) / 1501))
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
})
