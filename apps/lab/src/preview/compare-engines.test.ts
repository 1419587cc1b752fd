import { createEmptyActivity, createEmptyFacts } from '@app/score/empty-facts.ts'
import { expect, test } from 'vitest'
import { createEngine, type Engine } from '../measure-accuracy.ts'
import {
  compareWallets,
  computeScoreChange,
  formatPreview,
  hasLevelChange,
} from './compare-engines.ts'
import { parseTables } from './load-engine.ts'

/** Creates an engine that adds `points` for ten or more transfers. */
const createBusyWalletEngine = (points: number): Engine =>
  createEngine(
    parseTables('tables', {
      txFrequency: [{ code: 'many', inputs: ['transfers'], edges: [[10]], points: [0, points] }],
      largeOutFlow: [],
      onchainAge: [],
    }),
  )

const idle = { address: 'idle', facts: createEmptyFacts() }
const busy = {
  address: 'busy',
  facts: {
    ...createEmptyFacts(),
    activity: {
      ...createEmptyActivity(),
      transfersIn: 100,
      transfersOut: 100,
      senders: 9,
      recipients: 9,
    },
  },
}

test('a wallet with another score by the new tables comes first, with its new level', () => {
  const versions = { from: createBusyWalletEngine(0), to: createBusyWalletEngine(-5000) }
  const [first, second] = compareWallets(versions, [idle, busy])
  expect(first).toMatchObject({
    address: 'busy',
    before: { score: 50, riskLevel: 'NORMAL' },
    after: { riskLevel: 'SUSPICIOUS' },
  })
  expect([first, second].map((one) => one && hasLevelChange(one))).toEqual([true, false])
  expect(second && computeScoreChange(second)).toBe(0)
})

test('the same tables change nothing', () => {
  const versions = { from: createBusyWalletEngine(300), to: createBusyWalletEngine(300) }
  expect(compareWallets(versions, [idle, busy]).map(computeScoreChange)).toEqual([0, 0])
})

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
