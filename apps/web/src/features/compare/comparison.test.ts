import { getExample } from '@app/api/openapi/get-example.ts'
import { getScore } from '@app/api/routes/score.ts'
import { expect, test } from 'vitest'
import { compareFactors } from './comparison.tsx'

const ALICE = getExample(getScore)

test('the differences of all factors add up to the difference of the scores', () => {
  const breakdown = { ...ALICE.breakdown, knownScamInteract: 0, txFrequency: 0.4 }
  const compared = compareFactors(ALICE, { ...ALICE, breakdown })
  const { knownScamInteract, txFrequency } = ALICE.breakdown
  const sum = compared.reduce((total, { difference }) => total + difference, 0)
  expect(sum).toBeCloseTo(30 * knownScamInteract + 20 * (txFrequency - 0.4))
  expect(compared[0]?.factor).toBe('knownScamInteract')
})

test('equal wallets have no difference', () => {
  expect(compareFactors(ALICE, ALICE).every(({ difference }) => difference === 0)).toBe(true)
})
