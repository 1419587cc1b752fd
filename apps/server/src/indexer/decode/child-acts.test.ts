import type { ChainEvent } from '@app/flow/read/chain.ts'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { describe, expect, it } from 'vitest'
import { decodeChildActs, listChildEventTypes } from './child-acts.ts'

const [PARENT, CHILD] = [10, 11].map((index) => computeAddressAtIndex(index, 'testnet'))
const CONTRACT = 'A.294e44e1ec6993c6.HybridCustody'

const decode = (
  type: string,
  fields: ChainEvent['fields'],
  network: 'local' | 'testnet' = 'testnet',
) => {
  const place = { height: 7, blockId: 'block-7', blockTimeMs: 0, txIndex: 2, eventIndex: 4 }
  return decodeChildActs([{ type, txId: 'cd'.repeat(32), fields, ...place }], network)
}

const offer = (type: string) =>
  decode('flow.InboxValuePublished', {
    provider: CHILD,
    recipient: PARENT,
    name: 'ChildAccount',
    type,
  })

describe('the steps that link accounts', () => {
  it('are the offer of the child, of a capability that HybridCustody defines', () => {
    const act = { child: CHILD, parent: PARENT, kind: 'published', eventIndex: 4 }
    expect(offer(`Capability<auth(${CONTRACT}.Child)&{${CONTRACT}.AccountPrivate}>`)).toEqual([act])
    expect(offer('Capability<auth(A.179b6b1cb6755e31.HybridCustody.Child)&AnyResource>')).toEqual(
      [],
    )
    expect(offer('Capability<&A.7e60df042a9c0868.FlowToken.Vault>')).toEqual([])
  })

  it('are its taking by the parent, as a child or as an owned account', () => {
    const act = { child: CHILD, parent: PARENT, kind: 'redeemed', eventIndex: 4 }
    const taken = { id: 1n, child: CHILD, active: true }
    expect(decode(`${CONTRACT}.AccountUpdated`, { ...taken, parent: PARENT })).toEqual([act])
    const owned = { ...taken, previousOwner: null, owner: PARENT }
    expect(decode(`${CONTRACT}.OwnershipUpdated`, owned)).toEqual([act])
  })

  it('are its end, also without a parent', () => {
    const ended = { id: null, child: CHILD, active: false }
    const act = { child: CHILD, kind: 'removed', eventIndex: 4 }
    expect(decode(`${CONTRACT}.AccountUpdated`, { ...ended, parent: PARENT })).toEqual([
      { ...act, parent: PARENT },
    ])
    expect(decode(`${CONTRACT}.OwnershipUpdated`, { ...ended, owner: null })).toEqual([
      { ...act, parent: null },
    ])
  })

  it('are not what another contract of that name claims, or what has other fields', () => {
    const claimed = { id: 1n, child: CHILD, parent: PARENT, active: true }
    expect(decode('A.179b6b1cb6755e31.HybridCustody.AccountUpdated', claimed)).toEqual([])
    expect(decode(`${CONTRACT}.AccountUpdated`, { ...claimed, child: 7n })).toEqual([])
  })

  it('are none where the contract is not', () => {
    expect(listChildEventTypes('local')).toEqual([])
    expect(decode(`${CONTRACT}.AccountUpdated`, { child: CHILD }, 'local')).toEqual([])
    expect(listChildEventTypes('testnet')).toContain(`${CONTRACT}.AccountUpdated`)
  })
})
