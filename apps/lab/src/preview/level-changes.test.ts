import { emptyActivity, emptyFacts } from '@app/score/empty-facts.ts'
import { expect, test } from 'vitest'
import { type Engine, engineWith } from '../measure/engine.ts'
import { changeOf, changesLevel, compareWallets } from './level-changes.ts'
import { parseTables } from './parse-tables.ts'

/** Tables that give wallets with ten transfers or more so many points. */
const busyWalletsGet = (points: number): Engine =>
  engineWith(
    parseTables('tables', {
      txFrequency: [{ code: 'many', inputs: ['transfers'], edges: [[10]], points: [0, points] }],
      largeOutFlow: [],
      onchainAge: [],
    }),
  )

const idle = { address: 'idle', facts: emptyFacts() }
const busy = {
  address: 'busy',
  facts: {
    ...emptyFacts(),
    activity: {
      ...emptyActivity(),
      transfersIn: 100,
      transfersOut: 100,
      senders: 9,
      recipients: 9,
    },
  },
}

test('a wallet that the new tables judge otherwise comes first, with its new level', () => {
  const versions = { from: busyWalletsGet(0), to: busyWalletsGet(-5000) }
  const [first, second] = compareWallets(versions, [idle, busy])
  expect(first).toMatchObject({
    address: 'busy',
    before: { score: 50, riskLevel: 'NORMAL' },
    after: { riskLevel: 'SUSPICIOUS' },
  })
  expect([first, second].map((one) => one && changesLevel(one))).toEqual([true, false])
  expect(second && changeOf(second)).toBe(0)
})

test('the same tables change nothing', () => {
  const versions = { from: busyWalletsGet(300), to: busyWalletsGet(300) }
  expect(compareWallets(versions, [idle, busy]).map(changeOf)).toEqual([0, 0])
})
