import { toTestAddress } from '@app/server/testing/ledger.ts'
import { expect, it } from 'vitest'
import { formatDifference } from './difference.ts'
import { findHoldingDifference } from './find-holding-difference.ts'

const ALICE = toTestAddress(1)
const PASS_COLLECTION = 'A.f8d6e0586b0a20c7.GardenPass.Collection'
const SELF_MINTED_COLLECTION = `A.${ALICE.slice(2)}.Art.Collection`

const HELD = [
  {
    collection: SELF_MINTED_COLLECTION,
    count: 9,
    isSelfMinted: true,
    firstDepositSeconds: 1_700_000_000,
  },
  { collection: PASS_COLLECTION, count: 2, isSelfMinted: false, firstDepositSeconds: null },
]

const formatFound = (counts: [string, number][]) => {
  const difference = findHoldingDifference(ALICE, HELD, new Map(counts))
  return difference === null ? null : formatDifference(difference)
}

it('finds no difference when the counts on the chain are equal, in any order', () => {
  const empty: [string, number] = ['A.0000000000000001.Empty.Collection', 0]
  expect(formatFound([[PASS_COLLECTION, 2], empty, [SELF_MINTED_COLLECTION, 9]])).toBeNull()
})

it('finds a wrong count, with its collection', () => {
  expect(
    formatFound([
      [SELF_MINTED_COLLECTION, 9],
      [PASS_COLLECTION, 1],
    ]),
  ).toBe('inputs.chain.holdings[1].count should be 1, but is 2.')
})

it('finds a collection that is not on the chain', () => {
  expect(formatFound([[SELF_MINTED_COLLECTION, 9]])).toContain(
    'inputs.chain.holdings[1] should be missing, but is {',
  )
})

it('finds a collection that is missing in the inputs', () => {
  expect(
    formatFound([
      [SELF_MINTED_COLLECTION, 9],
      [PASS_COLLECTION, 2],
      ['A.00000000000000ff.X.Collection', 1],
    ]),
  ).toContain('inputs.chain.holdings[2] should be {"collection":"A.00000000000000ff.X.Collection"')
})

it('finds a self-minted collection that is not marked as such', () => {
  const wrong = HELD.map((held) => ({ ...held, isSelfMinted: false }))
  const difference = findHoldingDifference(
    ALICE,
    wrong,
    new Map([
      [SELF_MINTED_COLLECTION, 9],
      [PASS_COLLECTION, 2],
    ]),
  )
  expect(difference?.path).toBe('inputs.chain.holdings[0].isSelfMinted')
})
