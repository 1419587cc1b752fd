import { toAddress } from '@app/values/address.ts'
import { expect, test } from 'vitest'
import { describeLevels, describeSample, describeWallet } from './network-numbers.tsx'

const OSCAR = toAddress('0x0260c4da65c3aa5a')
const WALLET = { address: OSCAR, score: 24.9, riskLevel: 'HIGH_RISK', confidence: 0.7 } as const
const OVERVIEW = {
  scored: 1_234,
  accounts: 2_000,
  transfers: 9_000,
  levels: { TRUSTED: 34, NORMAL: 1_100, SUSPICIOUS: 60, HIGH_RISK: 40 },
  wallets: [WALLET],
}

test('a wallet is told by name, address, score and level', () => {
  expect(describeWallet(WALLET, { oscar: OSCAR })).toBe(
    'oscar, 0x0260c4da65c3aa5a: 24.9, High Risk',
  )
  expect(describeWallet(WALLET, {})).toBe('0x0260c4da65c3aa5a: 24.9, High Risk')
})

test('the levels are counted, the best first', () => {
  expect(describeLevels(OVERVIEW)).toBe(
    '1,234 wallets by score: 34 Trusted, 1,100 Normal, 60 Suspicious, 40 High Risk.',
  )
})

test('a sample says that it is one', () => {
  expect(describeSample(OVERVIEW)).toContain('Shows 1 of them')
  expect(describeSample({ ...OVERVIEW, scored: 1 })).toBe('')
})
