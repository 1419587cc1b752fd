import { expect, it } from 'vitest'
import { computeEvidenceHash } from './canonical/evidence-hash.ts'
import { createEmptyFacts, createEmptyToken } from './empty-facts.ts'

it('empty facts have 0 where counts may be unknown, and null where parts may be', () => {
  const { activity, account, contacts, holdings, completeness } = createEmptyFacts()
  expect(Object.values(activity).every((count) => count === 0)).toBe(true)
  expect([account, contacts, holdings, completeness]).toEqual([null, null, null, 10_000])
  expect(createEmptyToken('A')).toMatchObject({
    token: 'A',
    received: 0n,
    sentMoment: 0n,
    mutual: 0,
  })
})

it('empty facts have a fixed evidence hash', () => {
  expect(computeEvidenceHash(createEmptyFacts())).toBe(
    '53e01dad61a6b5a0dd427c7a49d69a17638d13ffd49f66be5ad6548440f07809',
  )
})
