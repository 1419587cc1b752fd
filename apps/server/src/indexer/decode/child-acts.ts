import type { ChainEvent } from '@app/flow/read/chain.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import type { ChildActRow } from '../../db/tables/chain-tables.ts'

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

/** Decodes the links between accounts that the events of a transaction make or end. */
export function decodeChildActs(events: readonly ChainEvent[], network: Network): ChildActRow[] {
  const typePrefix = buildChildTypeId(network, '')
  if (typePrefix === null) return []
  return events.flatMap((event) => {
    if (event.type === PUBLISHED) return decodePublication(event, typePrefix)
    return event.type.startsWith(typePrefix) ? decodeUpdate(event, typePrefix) : []
  })
}

/** By this event of the chain itself, an account offers another one a capability that it issued. */
const PUBLISHED = 'flow.InboxValuePublished'

function decodePublication(event: ChainEvent, typePrefix: string): ChildActRow[] {
  const { provider, recipient, type } = event.fields
  if (typeof type !== 'string' || !type.includes(typePrefix)) return []
  return buildAct(event, 'published', { child: provider, parent: recipient })
}

function decodeUpdate(event: ChainEvent, typePrefix: string): ChildActRow[] {
  const { type, fields } = event
  const isOwnership = type === `${typePrefix}OwnershipUpdated`
  if (!isOwnership && type !== `${typePrefix}AccountUpdated`) return []
  const parent = isOwnership ? fields.owner : fields.parent
  const kind = fields.active === true && typeof parent === 'string' ? 'redeemed' : 'removed'
  return buildAct(event, kind, { child: fields.child, parent })
}

function buildAct(
  { height, txIndex, eventIndex, blockTimeMs }: ChainEvent,
  kind: ChildActRow['kind'],
  ends: { child: unknown; parent: unknown },
): ChildActRow[] {
  const [child, parent] = [toAddressOrNull(ends.child), toAddressOrNull(ends.parent)]
  const place = { height, tx_index: txIndex, event_index: eventIndex, block_ms: blockTimeMs }
  return child === null ? [] : [{ child, parent, kind, ...place }]
}

const toAddressOrNull = (value: unknown): Address | null =>
  typeof value === 'string' ? parseAddress(value) : null
