import type { WalletOverview } from '@app/api/schemas/account.ts'
import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { describeLevels, describeSample, describeWallet } from './network-numbers.tsx'
import { applyWalletScore } from './network-picture.tsx'
import { stackByScore } from './swarm.tsx'

const address = toAddress('0x179b6b1cb6755e31')
const ALICE = { address, score: 68, riskLevel: 'NORMAL', confidence: 0.8 } as const
const OVERVIEW: WalletOverview = {
  ...{ scored: 1_000, accounts: 2_000, transfers: 9_000, wallets: [ALICE] },
  levels: { TRUSTED: 100, NORMAL: 800, SUSPICIOUS: 60, HIGH_RISK: 40 },
}

test('a wallet that is drawn moves, and is counted at its new level; another one changes nothing', () => {
  const changed = { ...ALICE, score: 78, riskLevel: 'TRUSTED' } as const
  expect(applyWalletScore(OVERVIEW, changed)).toEqual({
    ...{ ...OVERVIEW, wallets: [changed] },
    levels: { TRUSTED: 101, NORMAL: 799, SUSPICIOUS: 60, HIGH_RISK: 40 },
  })
  expect(applyWalletScore(OVERVIEW, { ...ALICE, address: '0xf0531834ed3da0e4' })).toBe(OVERVIEW)
})

test('wallets of about the same score are stacked, in order of score', () => {
  const wallets = [68.4, 30, 67.5, 100].map((score, n) => ({ ...ALICE, score, address: `0x${n}` }))
  const places = stackByScore(wallets).map(({ score, x, y }) => [score, x, y > 0])
  expect(places).toEqual([
    [30, 30, false],
    [67.5, 68, false],
    [68.4, 68, true],
    [100, 100, false],
  ])
})

test('wallets, levels and samples are told in words', () => {
  expect(describeWallet(ALICE, { alice: address })).toBe(`alice, ${address}: 68, Normal`)
  expect(describeWallet(ALICE, {})).toBe(`${address}: 68, Normal`)
  expect(describeLevels(OVERVIEW)).toBe(
    '1,000 wallets by score: 100 Trusted, 800 Normal, 60 Suspicious, 40 High Risk.',
  )
  expect(describeSample(OVERVIEW)).toContain('Shows 1 of them')
  expect(describeSample({ ...OVERVIEW, scored: 1 })).toBe('')
})
