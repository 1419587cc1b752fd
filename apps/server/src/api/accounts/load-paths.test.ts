import type { Address } from '@app/values/address.ts'
import { expect, it } from 'vitest'
import { toTestAddress } from '../../testing/ledger.ts'
import {
  dropRepeatedPaths,
  extendPaths,
  findRelation,
  listDirectPaths,
  listStops,
} from './load-paths.ts'
import type { Contact } from './read-contacts.ts'

const [ME, CARRIER, THIEF, OTHER] = [1, 2, 3, 4].map(toTestAddress) as [
  Address,
  Address,
  Address,
  Address,
]

const buildContact = (
  address: Address,
  counterparty: Address,
  counts: Partial<Contact>,
): Contact => ({ address, counterparty, received: 0n, paid: 0n, taken: 0n, steps: 0, ...counts })

it('makes a path of each way in which money moved, what was taken first', () => {
  const contact = buildContact(ME, THIEF, { paid: 9n, taken: 1n, received: 2n })
  const paths = listDirectPaths([contact])
  expect(paths.map(findRelation)).toEqual(['robbed_by_listed', 'funded_by_listed', 'paid_listed'])
})

it('continues in the direction of the money, even by the smaller contact', () => {
  const [funded, paid] = listDirectPaths([buildContact(ME, CARRIER, { received: 1n, paid: 1n })])
  const contacts = [
    buildContact(CARRIER, OTHER, { paid: 9n }),
    buildContact(CARRIER, THIEF, { received: 1n }),
  ]
  expect(extendPaths(funded ? [funded] : [], contacts).map(listStops)).toEqual([
    [ME, CARRIER, THIEF],
  ])
  expect(extendPaths(paid ? [paid] : [], contacts).map(listStops)).toEqual([[ME, CARRIER, OTHER]])
})

it('never returns to an account of the path', () => {
  const paths = listDirectPaths([buildContact(ME, CARRIER, { received: 1n })])
  expect(extendPaths(paths, [buildContact(CARRIER, ME, { paid: 1n })])).toEqual([])
})

it('keeps the shortest path to the same listed account', () => {
  const direct = listDirectPaths([buildContact(ME, THIEF, { paid: 1n })])
  const long = extendPaths(listDirectPaths([buildContact(ME, CARRIER, { received: 1n })]), [
    buildContact(CARRIER, THIEF, { received: 1n }),
  ])
  expect(dropRepeatedPaths([...direct, ...long, ...direct])).toEqual(direct)
  expect(dropRepeatedPaths([...long, ...long])).toEqual(long)
})
