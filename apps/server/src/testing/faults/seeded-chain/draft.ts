import { createHash } from 'node:crypto'
import { arg, type CadenceArg } from '@app/flow/decode/cadence-arg.ts'
import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import type { Address } from '@app/values/address.ts'
import type { EvmAddress } from '@app/values/evm-address.ts'

/** An event as a node sends it. */
interface SeededEvent {
  type: string
  transaction_id: string
  transaction_index: string
  event_index: string
  payload: string
}

export interface SeededBlock {
  height: number
  id: string
  parentId: string
  timestamp: string
  events: SeededEvent[]
}

/** What a history has in the EVM. */
interface SeededEvm {
  /** The Cadence-owned accounts (COAs), by who created them. */
  coas: Map<Address, EvmAddress>
  /** In 10⁻¹⁸ FLOW. */
  balances: Map<EvmAddress, bigint>
  /** Number of transactions so far. */
  executed: number
}

/** A history while it is written. */
export interface Draft {
  blocks: SeededBlock[]
  proposers: Map<string, Address>
  holdings: Map<Address, number>
  random: () => number
  nextUuid: bigint
  evm: SeededEvm
}

/** Returns the SHA-256 of a text, 64 hexadecimal digits. */
export const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Fields of an event or a struct. */
type Fields = Readonly<Record<string, CadenceArg>>

/** Adds an event to a transaction. */
export type Emit = (type: string, fields: Fields) => void

/** Starts a transaction of the block, and returns how its events are added. */
export function startTransaction(draft: Draft, block: SeededBlock, proposer: Address): Emit {
  const txIndex = new Set(block.events.map((event) => event.transaction_id)).size
  const txId = hash(`transaction ${block.id} ${txIndex}`)
  draft.proposers.set(txId, proposer)
  let eventIndex = 0
  return (type, fields) => {
    block.events.push({
      type,
      transaction_id: txId,
      transaction_index: String(txIndex),
      event_index: String(eventIndex),
      payload: encodeComposite('Event', type, fields),
    })
    eventIndex += 1
  }
}

/** Returns the uuid of the next vault or NFT. */
export function takeUuid(draft: Draft): bigint {
  const uuid = draft.nextUuid
  draft.nextUuid += 1n
  return uuid
}

/** A vault that leaves or reaches an account; amounts are in 10⁻⁸. */
interface MovedVault {
  token: string
  units: bigint
  uuid: bigint
  account: Address
  balanceAfter: bigint
}

export function emitWithdrawn(emit: Emit, vault: MovedVault): void {
  emit(buildSystemTypeId('local', 'FungibleToken', 'Withdrawn'), {
    ...encodeAmount(vault),
    from: arg.optional(arg.address(vault.account)),
    fromUUID: arg.integer('UInt64', 1n),
    withdrawnUUID: arg.integer('UInt64', vault.uuid),
    balanceAfter: arg.ufix64(vault.balanceAfter),
  })
}

export function emitDeposited(emit: Emit, vault: MovedVault): void {
  emit(buildSystemTypeId('local', 'FungibleToken', 'Deposited'), {
    ...encodeAmount(vault),
    to: arg.optional(arg.address(vault.account)),
    toUUID: arg.integer('UInt64', 2n),
    depositedUUID: arg.integer('UInt64', vault.uuid),
    balanceAfter: arg.ufix64(vault.balanceAfter),
  })
}

const encodeAmount = ({ token, units }: MovedVault) => ({
  type: arg.string(token),
  amount: arg.ufix64(units),
})

/** Encodes an event, or what a script returns, as nodes send it. */
export function encodeComposite(type: 'Event' | 'Struct', id: string, fields: Fields): string {
  const listed = Object.entries(fields).map(([name, value]) => ({ name, value }))
  return Buffer.from(JSON.stringify({ type, value: { id, fields: listed } })).toString('base64')
}
