import type { ChainEvent } from '@app/flow/read/chain.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'

/**
 * One step by which an account becomes the child of another, or stops being one: the child offers itself
 * (`published`), the parent takes it (`redeemed`), either ends it (`removed`).
 */
export interface ChildAct {
  child: Address
  /** `null` where a child is left to nobody. */
  parent: Address | null
  kind: 'published' | 'redeemed' | 'removed'
  eventIndex: number
}

/** Lists the types of the events of `HybridCustody` that link accounts; none where the contract is not. */
export function listChildEventTypes(network: Network): string[] {
  return ['AccountUpdated', 'OwnershipUpdated'].flatMap(
    (name) => buildChildTypeId(network, name) ?? [],
  )
}

const buildChildTypeId = (network: Network, name: string): string | null => {
  const { childAccountContract } = NETWORKS[network]
  return childAccountContract === null
    ? null
    : `A.${childAccountContract.slice(2)}.HybridCustody.${name}`
}

/** Decodes the links between accounts that an event of a transaction makes or ends. */
export function decodeChildActs(events: readonly ChainEvent[], network: Network): ChildAct[] {
  const typePrefix = buildChildTypeId(network, '')
  if (typePrefix === null) return []
  return events.flatMap((event) => {
    if (event.type === PUBLISHED) return decodePublication(event, typePrefix)
    return event.type.startsWith(typePrefix) ? decodeUpdate(event, typePrefix) : []
  })
}

/** By this event of the chain itself, an account offers another one a capability that it issued. */
const PUBLISHED = 'flow.InboxValuePublished'

function decodePublication({ fields, eventIndex }: ChainEvent, typePrefix: string): ChildAct[] {
  const { provider, recipient, type } = fields
  if (typeof type !== 'string' || !type.includes(typePrefix)) return []
  return buildAct({ child: provider, parent: recipient, kind: 'published', eventIndex })
}

function decodeUpdate({ type, fields, eventIndex }: ChainEvent, typePrefix: string): ChildAct[] {
  const isOwnership = type === `${typePrefix}OwnershipUpdated`
  if (!isOwnership && type !== `${typePrefix}AccountUpdated`) return []
  const parent = isOwnership ? fields.owner : fields.parent
  const kind = fields.active === true && typeof parent === 'string' ? 'redeemed' : 'removed'
  return buildAct({ child: fields.child, parent, kind, eventIndex })
}

function buildAct({
  child,
  parent,
  ...act
}: Pick<ChildAct, 'kind' | 'eventIndex'> & { child: unknown; parent: unknown }): ChildAct[] {
  const address = toAddressOrNull(child)
  return address === null ? [] : [{ ...act, child: address, parent: toAddressOrNull(parent) }]
}

const toAddressOrNull = (value: unknown): Address | null =>
  typeof value === 'string' ? parseAddress(value) : null
