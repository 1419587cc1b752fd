import { expect, test } from 'vitest'
import { emptyFacts } from '../empty-facts.ts'
import type { HoldingFacts } from '../facts.ts'
import { nftHoldings } from './nft-holdings.ts'

const DAY = 86_400
const NOW = 1_000 * DAY

const buildHolding = (collection: string, rest: Partial<HoldingFacts> = {}): HoldingFacts => ({
  collection,
  count: 1,
  isSelfMinted: false,
  firstDepositSeconds: NOW,
  ...rest,
})
const judgeHoldings = (holdings: HoldingFacts[] | null) =>
  nftHoldings({ ...emptyFacts(), asOfSeconds: NOW, holdings })

test.each([null, []])('holdings %j are unknown, not bad', (holdings) => {
  expect(judgeHoldings(holdings)).toMatchObject({ raw: 5_000, dataShare: 0 })
})

test('what the wallet minted itself counts for nothing', () => {
  expect(
    judgeHoldings([buildHolding('own', { isSelfMinted: true, count: 10_000 })]).dataShare,
  ).toBe(0)
})

test('variety counts, not number', () => {
  const many = judgeHoldings([buildHolding('a', { count: 500 })])
  const varied = judgeHoldings([buildHolding('a'), buildHolding('b'), buildHolding('c')])
  expect(many.raw).toBe(judgeHoldings([buildHolding('a')]).raw)
  expect(varied.raw).toBeGreaterThan(many.raw)
  expect(varied.dataShare).toBeGreaterThan(many.dataShare)
})

test('having held one for long counts', () => {
  const old = judgeHoldings([buildHolding('a', { firstDepositSeconds: NOW - 300 * DAY })])
  expect(old.raw).toBeGreaterThan(judgeHoldings([buildHolding('a')]).raw)
})
