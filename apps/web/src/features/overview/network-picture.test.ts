import type { WalletOverview } from '@app/api/schemas/account.ts'
import { expect, test } from 'vitest'
import { applyWalletScore, describeDecision } from './network-picture.tsx'

const ALICE = {
  address: '0x179b6b1cb6755e31',
  score: 68,
  riskLevel: 'NORMAL',
  confidence: 0.8,
} as const
const OVERVIEW: WalletOverview = {
  scored: 1_000,
  accounts: 2_000,
  transfers: 9_000,
  levels: { TRUSTED: 100, NORMAL: 800, SUSPICIOUS: 60, HIGH_RISK: 40 },
  wallets: [ALICE],
}

test('a wallet that is drawn moves, and is counted at its new level', () => {
  const changed = { ...ALICE, score: 78, riskLevel: 'TRUSTED' } as const
  expect(applyWalletScore(OVERVIEW, changed)).toEqual({
    ...OVERVIEW,
    levels: { TRUSTED: 101, NORMAL: 799, SUSPICIOUS: 60, HIGH_RISK: 40 },
    wallets: [changed],
  })
})

test('a wallet that is not drawn changes nothing', () => {
  const other = { ...ALICE, address: '0xf0531834ed3da0e4' }
  expect(applyWalletScore(OVERVIEW, other)).toBe(OVERVIEW)
})

test.each([
  ['accusation', 'upheld', 'The appeal was upheld: the owner was right.'],
  ['accusation', 'denied', 'The appeal was denied.'],
  ['freeze', 'undecided', 'Too few voted on the appeal to decide it.'],
  ['freeze', 'open', 'A vote froze the wallet to protect it.'],
  ['accusation', 'open', 'A vote has been held, and the case is open.'],
  ['freeze', 'lapsed', 'The freeze by vote has ended.'],
] as const)('of a case of the kind %s that is %s: %s', (kind, outcome, text) => {
  expect(describeDecision({ kind, outcome })).toBe(text)
})
