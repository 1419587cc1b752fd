import type { ChainEvent } from '@app/flow/read/chain.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { expect, it } from 'vitest'
import { decodeChildActs, listChildEventTypes } from './child-acts.ts'

const [PARENT, CHILD] = [10, 11].map((index) => computeAddressAtIndex(index, 'testnet'))
const CONTRACT = 'A.294e44e1ec6993c6.HybridCustody'
const PUBLISHED = 'flow.InboxValuePublished'
const UPDATED = `${CONTRACT}.AccountUpdated`
const OWNED = `${CONTRACT}.OwnershipUpdated`
const OFFER = { provider: CHILD, recipient: PARENT, name: 'ChildAccount' }
const ACTIVE = { id: 1n, child: CHILD, active: true }
const ENDED = { id: null, child: CHILD, active: false }

function decode(type: string, fields: ChainEvent['fields'], network: 'local' | 'testnet') {
  const place = { height: 7, blockId: 'block-7', blockTimeMs: 5, txIndex: 2, eventIndex: 4 }
  return decodeChildActs([{ type, txId: 'cd'.repeat(32), fields, ...place }], network)
}

const offer = (type: string) => ({ ...OFFER, type })

it.each([
  ['published', PUBLISHED, offer(`Capability<auth(${CONTRACT}.Child)&{${CONTRACT}.Private}>`)],
  ['redeemed', UPDATED, { ...ACTIVE, parent: PARENT }],
  ['redeemed', OWNED, { ...ACTIVE, previousOwner: null, owner: PARENT }],
  ['removed', UPDATED, { ...ENDED, parent: PARENT }],
  ['removed', OWNED, { ...ENDED, owner: null }],
] as const)('a child is %s by %s', (kind, type, fields) => {
  const parent = 'owner' in fields && fields.owner === null ? null : PARENT
  const place = { height: 7, tx_index: 2, event_index: 4, block_ms: 5 }
  expect(decode(type, fields, 'testnet')).toEqual([{ child: CHILD, parent, kind, ...place }])
})

it.each([
  [
    'of another contract',
    PUBLISHED,
    offer('Capability<auth(A.179b6b1cb6755e31.HybridCustody.C)&X>'),
  ],
  ['of a vault', PUBLISHED, offer('Capability<&A.7e60df042a9c0868.FlowToken.Vault>')],
  ['that another contract claims', 'A.179b6b1cb6755e31.HybridCustody.AccountUpdated', ACTIVE],
  ['without an address', UPDATED, { ...ACTIVE, child: 7n, parent: PARENT }],
])('nothing links accounts in an event %s', (_, type, fields) => {
  expect(decode(type, fields, 'testnet')).toEqual([])
})

it('nothing links accounts where the contract is not', () => {
  expect(listChildEventTypes('local')).toEqual([])
  expect(decode(UPDATED, { ...ACTIVE, parent: PARENT }, 'local')).toEqual([])
  expect(listChildEventTypes('testnet')).toContain(UPDATED)
})
