import { expect, test } from 'vitest'
import { emptyFacts } from '../empty-facts.ts'
import type { HoldingFacts } from '../facts.ts'
import { nftHoldings } from './nft-holdings.ts'

const DAY = 86_400
const NOW = 1_000 * DAY

const holding = (collection: string, rest: Partial<HoldingFacts> = {}): HoldingFacts => ({
  collection,
  count: 1,
  isSelfMinted: false,
  firstDepositSeconds: NOW,
  ...rest,
})
const judged = (holdings: HoldingFacts[] | null) =>
  nftHoldings({ ...emptyFacts(), asOfSeconds: NOW, holdings })

test.each([null, []])('holdings %j are unknown, not bad', (holdings) => {
  expect(judged(holdings)).toMatchObject({ raw: 5_000, known: 0 })
})

test('what the wallet minted itself counts for nothing', () => {
  expect(judged([holding('own', { isSelfMinted: true, count: 10_000 })]).known).toBe(0)
})

test('variety counts, not number', () => {
  const many = judged([holding('a', { count: 500 })])
  const varied = judged([holding('a'), holding('b'), holding('c')])
  expect(many.raw).toBe(judged([holding('a')]).raw)
  expect(varied.raw).toBeGreaterThan(many.raw)
  expect(varied.known).toBeGreaterThan(many.known)
})

test('having held one for long counts', () => {
  const old = judged([holding('a', { firstDepositSeconds: NOW - 300 * DAY })])
  expect(old.raw).toBeGreaterThan(judged([holding('a')]).raw)
})
