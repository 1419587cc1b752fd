import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONFORMAL_TABLES } from '../tables/conformal-tables.generated.ts'
import {
  buildComparison,
  buildConformalTable,
  compareBehaviour,
  compareWithTable,
  describeComparison,
} from './conformal-table.ts'

const score = fc.integer({ min: 300, max: 330 }).map((tenths) => tenths / 10)
/** Scores with many ties. */
const scores = fc.array(score, { minLength: 1 })

describe('a comparison with one set', () => {
  test('counts the wallets with the same score or a lower one', () => {
    fc.assert(
      fc.property(scores, score, (ordinary, own) => {
        const asBad = ordinary.filter((other) => other <= own).length
        expect(compareWithTable(buildConformalTable('a', ordinary), own)).toEqual({
          wallets: ordinary.length,
          asBad,
          pValue: (1 + asBad) / (1 + ordinary.length),
        })
      }),
    )
  })

  test('gives at most a share p of wallets that are drawn alike a p-value up to p, also with ties', () => {
    fc.assert(
      fc.property(scores, (drawn) => {
        const pValues = drawn.map(
          (own, index) =>
            compareWithTable(buildConformalTable('others', drawn.toSpliced(index, 1)), own).pValue,
        )
        for (const limit of pValues) {
          const asUnusual = pValues.filter((pValue) => pValue <= limit).length
          expect(asUnusual).toBeLessThanOrEqual(limit * drawn.length + 1e-9)
        }
      }),
    )
  })
})

describe('a comparison with several sets', () => {
  test('is the one with the largest p-value', () => {
    const [few, many] = [
      buildConformalTable('few', [40, 50]),
      buildConformalTable('many', [30, 35, 60]),
    ]
    expect(compareBehaviour([few, many], 36)).toEqual({ wallets: 3, asBad: 2, pValue: 0.75 })
    expect(compareBehaviour([many, few], 29.9)).toEqual({ wallets: 2, asBad: 0, pValue: 1 / 3 })
  })

  test('accuses nobody when there is no set', () => {
    expect(compareBehaviour([], 0)).toEqual({ wallets: 0, asBad: 0, pValue: 1 })
  })
})

test.each(CONFORMAL_TABLES.map((table) => [table.set, table] as const))(
  'the shipped table of %s has at least 800 wallets, and ascends up to their number',
  (_, { wallets, tenths, atOrBelow }) => {
    expect(wallets).toBeGreaterThanOrEqual(800)
    expect(tenths).toEqual([...new Set(tenths)].sort((a, b) => a - b))
    expect(atOrBelow).toEqual([...new Set(atOrBelow)].sort((a, b) => a - b))
    expect([tenths.length, atOrBelow.at(-1)]).toEqual([atOrBelow.length, wallets])
  },
)

test('two sets are shipped', () => {
  expect(CONFORMAL_TABLES.map(({ set }) => set)).toEqual(['broad', 'raw'])
})

test.each([
  [4, 3_750, 'Of 3,750 ordinary Ethereum wallets, 4 look this bad by their behaviour.'],
  [1, 855, 'Of 855 ordinary Ethereum wallets, 1 looks this bad by its behaviour.'],
  [0, 855, 'Of 855 ordinary Ethereum wallets, none looks this bad by its behaviour.'],
  [3_740, 3_750, 'Of 3,750 ordinary Ethereum wallets, 3,740 look this bad by their behaviour.'],
  [0, 1, 'Of 1 ordinary Ethereum wallet, none looks this bad by its behaviour.'],
  [0, 0, 'There are no ordinary Ethereum wallets to compare its behaviour with.'],
])('%i of %i: %s', (asBad, wallets, sentence) => {
  expect(describeComparison(buildComparison(asBad, wallets))).toBe(sentence)
})
