import { expect, it } from 'vitest'
import { person } from '../../testing/ledger.ts'
import { sentenceOf } from '../difference.ts'
import { findHoldingDifference } from './find-holding-difference.ts'

const ALICE = person(1)
const PASS = 'A.f8d6e0586b0a20c7.GardenPass.Collection'
const OWN = `A.${ALICE.slice(2)}.Art.Collection`

const HELD = [
  { collection: OWN, count: 9, isSelfMinted: true, firstDepositSeconds: 1_700_000_000 },
  { collection: PASS, count: 2, isSelfMinted: false, firstDepositSeconds: null },
]

const said = (counts: [string, number][]) => {
  const difference = findHoldingDifference(ALICE, HELD, new Map(counts))
  return difference === null ? null : sentenceOf(difference)
}

it('the holdings hold when the chain counts as many of each, in whatever order', () => {
  const empty: [string, number] = ['A.0000000000000001.Empty.Collection', 0]
  expect(said([[PASS, 2], empty, [OWN, 9]])).toBeNull()
})

it('one NFT less is named with its collection', () => {
  expect(
    said([
      [OWN, 9],
      [PASS, 1],
    ]),
  ).toBe('inputs.chain.holdings[1].count should be 1, but is 2.')
})

it('a collection that the chain does not know is named', () => {
  expect(said([[OWN, 9]])).toContain('inputs.chain.holdings[1] should be missing, but is {')
})

it('a collection that the inputs left out is named', () => {
  expect(
    said([
      [OWN, 9],
      [PASS, 2],
      ['A.00000000000000ff.X.Collection', 1],
    ]),
  ).toContain('inputs.chain.holdings[2] should be {"collection":"A.00000000000000ff.X.Collection"')
})

it('what an account minted itself cannot pass for anything else', () => {
  const wrong = HELD.map((held) => ({ ...held, isSelfMinted: false }))
  const difference = findHoldingDifference(
    ALICE,
    wrong,
    new Map([
      [OWN, 9],
      [PASS, 2],
    ]),
  )
  expect(difference?.path).toBe('inputs.chain.holdings[0].isSelfMinted')
})
