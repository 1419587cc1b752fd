import { expect, test } from 'vitest'
import { formatPreview } from './format-preview.ts'

const fallen = {
  address: '0x179b6b1cb6755e31',
  before: { score: 52.3, riskLevel: 'NORMAL' },
  after: { score: 43.1, riskLevel: 'SUSPICIOUS' },
} as const
const steady = {
  address: '0xf669cb8d41ce0c74',
  before: { score: 80, riskLevel: 'TRUSTED' },
  after: { score: 81, riskLevel: 'TRUSTED' },
} as const

test('only wallets that change their level are listed, with both levels and scores', () => {
  const report = formatPreview({ from: 'a', to: 'b', wallets: [fallen, steady], accuracy: [] })
  expect(report).toContain('1 of 2 known wallets change their level.')
  expect(report).toMatch(/0x179b6b1cb6755e31 {2}NORMAL → SUSPICIOUS +52\.3 → 43\.1 \(−9\.2\)/)
  expect(report).not.toContain(steady.address)
  expect(report).toContain('9.2 at most')
})

test('without known wallets the report has no score changes', () => {
  const report = formatPreview({ from: 'a', to: 'b', wallets: [], accuracy: [] })
  expect(report).toContain('0 of 0 known wallets')
  expect(report).not.toContain('median')
})
