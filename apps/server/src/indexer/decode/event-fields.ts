import { createHash } from 'node:crypto'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'

/** A field that must be text. Throws `FatalError` naming the event. */
export function readTextField(event: ChainEvent, name: string): string {
  const value = event.fields[name]
  return typeof value === 'string' ? value : throwUnusableField(event, name)
}

/** A field that must be a capability: the type that it borrows as. Throws `FatalError` naming the event. */
export function readBorrowTypeField(event: ChainEvent, name: string): string {
  const value = event.fields[name]
  const isCapability = typeof value === 'object' && value !== null && 'borrowType' in value
  const borrowType = isCapability ? value.borrowType : undefined
  return typeof borrowType === 'string' ? borrowType : throwUnusableField(event, name)
}

/** A field that must be a type identifier, as it is kept. Throws `FatalError` naming the event. */
export function readTypeField(event: ChainEvent, name: string): string {
  return shortenTypeIdentifier(readTextField(event, name))
}

/** Longest type identifier that is kept as it is; real ones have less than a hundred characters. */
const MAX_TYPE_LENGTH = 250

/** Anybody can deploy a contract with a name too long for an index: such an identifier ends in its hash. */
export function shortenTypeIdentifier(identifier: string): string {
  if (identifier.length <= MAX_TYPE_LENGTH) return identifier
  const hash = createHash('sha256').update(identifier).digest('hex')
  return `${identifier.slice(0, MAX_TYPE_LENGTH - hash.length - 1)}.${hash}`
}

/** A field that must be an integer or a fixed-point number: its units. Throws `FatalError` naming the event. */
export function readUnitsField(event: ChainEvent, name: string): bigint {
  const value = event.fields[name]
  return typeof value === 'bigint' ? value : throwUnusableField(event, name)
}

/** A field that must be an address. Throws `FatalError` naming the event. */
export function readAddressField(event: ChainEvent, name: string): Address {
  return readOptionalAddressField(event, name) ?? throwUnusableField(event, name)
}

/** A field that must be an address or nothing. Throws `FatalError` naming the event. */
export function readOptionalAddressField(event: ChainEvent, name: string): Address | null {
  const value = event.fields[name]
  if (value === null) return null
  return (typeof value === 'string' ? parseAddress(value) : null) ?? throwUnusableField(event, name)
}

function throwUnusableField(event: ChainEvent, name: string): never {
  throw new FatalError(
    `The event ${event.type} of transaction ${event.txId} has no usable field '${name}'; the chain's event format changed and the indexer must be updated.`,
  )
}
