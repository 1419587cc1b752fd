import { expect, test } from 'vitest'
import { createEmptyFacts } from '../empty-facts.ts'
import type { HoldingFacts } from '../facts.ts'
import { judgeNftHoldings } from './nft-holdings.ts'

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
  judgeNftHoldings({ ...createEmptyFacts(), asOfSeconds: NOW, holdings })

test.each([null, []])('the factor is unknown with holdings %j', (holdings) => {
  expect(judgeHoldings(holdings)).toMatchObject({ raw: 5_000, dataShare: 0 })
})

test('NFTs that the wallet minted itself do not count', () => {
  expect(
    judgeHoldings([buildHolding('own', { isSelfMinted: true, count: 10_000 })]).dataShare,
  ).toBe(0)
})

test('the number of collections counts, not of NFTs', () => {
  const many = judgeHoldings([buildHolding('a', { count: 500 })])
  const varied = judgeHoldings([buildHolding('a'), buildHolding('b'), buildHolding('c')])
  expect(many.raw).toBe(judgeHoldings([buildHolding('a')]).raw)
  expect(varied.raw).toBeGreaterThan(many.raw)
  expect(varied.dataShare).toBeGreaterThan(many.dataShare)
})

test('the time that a collection is held counts', () => {
  const old = judgeHoldings([buildHolding('a', { firstDepositSeconds: NOW - 300 * DAY })])
  expect(old.raw).toBeGreaterThan(judgeHoldings([buildHolding('a')]).raw)
})
