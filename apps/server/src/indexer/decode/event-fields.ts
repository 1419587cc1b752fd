import type { ChainEvent } from '@app/flow/read/chain.ts'
import { type Address, parseAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'

/** A field that must be text. Throws `FatalError` naming the event. */
export function textField(event: ChainEvent, name: string): string {
  const value = event.fields[name]
  return typeof value === 'string' ? value : refuse(event, name)
}

/** A field that must be an integer or a fixed-point number: its units. Throws `FatalError` naming the event. */
export function unitsField(event: ChainEvent, name: string): bigint {
  const value = event.fields[name]
  return typeof value === 'bigint' ? value : refuse(event, name)
}

/** A field that must be an address. Throws `FatalError` naming the event. */
export function addressField(event: ChainEvent, name: string): Address {
  return optionalAddressField(event, name) ?? refuse(event, name)
}

/** A field that must be an address or nothing. Throws `FatalError` naming the event. */
export function optionalAddressField(event: ChainEvent, name: string): Address | null {
  const value = event.fields[name]
  if (value === null) return null
  return (typeof value === 'string' ? parseAddress(value) : null) ?? refuse(event, name)
}

function refuse(event: ChainEvent, name: string): never {
  throw new FatalError(
    `The event ${event.type} of transaction ${event.txId} has no usable field '${name}'; the chain's event format changed and the indexer must be updated.`,
  )
}
