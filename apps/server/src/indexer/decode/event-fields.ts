import { createHash } from 'node:crypto'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'

// Each of these throws `FatalError`, which names the event, when the field is of another kind.

export function getTextField(event: ChainEvent, name: string): string {
  const value = event.fields[name]
  return typeof value === 'string' ? value : throwUnusableField(event, name)
}

/** Returns the borrow type of a capability. */
export function getBorrowTypeField(event: ChainEvent, name: string): string {
  const value = event.fields[name]
  const isCapability = typeof value === 'object' && value !== null && 'borrowType' in value
  const borrowType = isCapability ? value.borrowType : undefined
  return typeof borrowType === 'string' ? borrowType : throwUnusableField(event, name)
}

/** Returns a type identifier, shortened if needed. */
export const getTypeField = (event: ChainEvent, name: string): string =>
  shortenTypeIdentifier(getTextField(event, name))

/** Returns an integer, or the units of a fixed-point number. */
export function getUnitsField(event: ChainEvent, name: string): bigint {
  const value = event.fields[name]
  return typeof value === 'bigint' ? value : throwUnusableField(event, name)
}

export const getAddressField = (event: ChainEvent, name: string): Address =>
  getOptionalAddressField(event, name) ?? throwUnusableField(event, name)

/** Returns an address, or `null` when it is nil. */
export function getOptionalAddressField(event: ChainEvent, name: string): Address | null {
  const value = event.fields[name]
  if (value === null) return null
  return (typeof value === 'string' ? parseAddress(value) : null) ?? throwUnusableField(event, name)
}

/** Maximum length of a stored type identifier; real ones have less than a hundred characters. */
const MAX_TYPE_LENGTH = 250

/**
 * Replaces the end of a too long type identifier by its hash: contract names can be too long for a
 * database index.
 */
export function shortenTypeIdentifier(identifier: string): string {
  if (identifier.length <= MAX_TYPE_LENGTH) return identifier
  const hash = createHash('sha256').update(identifier).digest('hex')
  return `${identifier.slice(0, MAX_TYPE_LENGTH - hash.length - 1)}.${hash}`
}

function throwUnusableField(event: ChainEvent, name: string): never {
  throw new FatalError(
    `The event ${event.type} of transaction ${event.txId} has no usable field '${name}'; the chain's event format changed and the indexer must be updated.`,
  )
}
