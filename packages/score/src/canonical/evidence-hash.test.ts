import { createHash } from 'node:crypto'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { expect, it } from 'vitest'
import { createEmptyFacts } from '../empty-facts.ts'
import { computeEvidenceHash, computeListHash } from './evidence-hash.ts'

const [A, B, C] = [
  computeAddressAtIndex(1, 'local'),
  computeAddressAtIndex(2, 'local'),
  computeAddressAtIndex(3, 'local'),
]
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

it('is the SHA-256 of the canonical JSON of both lists', () => {
  const text = `{"scam":["${A}"],"service":["${C}"]}`
  expect(computeListHash({ scam: [A], service: [C] })).toBe(sha256(text))
})

it('does not depend on the order of the lists or on duplicate entries', () => {
  const one = computeListHash({ scam: [A, B], service: [C] })
  expect(computeListHash({ scam: [B, A, B], service: [C] })).toBe(one)
})

it('differs between an account on one list and on the other', () => {
  const one = computeListHash({ scam: [A], service: [] })
  expect(computeListHash({ scam: [], service: [A] })).not.toBe(one)
})

it('empty facts have a fixed evidence hash', () => {
  expect(computeEvidenceHash(createEmptyFacts())).toBe(
    '53e01dad61a6b5a0dd427c7a49d69a17638d13ffd49f66be5ad6548440f07809',
  )
})
