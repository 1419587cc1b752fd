import { createEmptyActivity, createEmptyFacts } from '@app/score/empty-facts.ts'
import { expect, test } from 'vitest'
import { createEngine, type Engine } from '../measure/engine.ts'
import { compareWallets, computeScoreChange, hasLevelChange } from './level-changes.ts'
import { parseTables } from './parse-tables.ts'

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
