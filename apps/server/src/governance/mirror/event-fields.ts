import { type Address, toAddress } from '@app/values/address.ts'
import { UNITS_PER_TOKEN } from '@app/values/amount.ts'
import type { Selectable } from 'kysely'
import type { ContractEventRow } from '../../db/tables/chain-tables.ts'

/** An event as the mirror stage reads it. */
export type StoredEvent = Pick<
  Selectable<ContractEventRow>,
  'seq' | 'height' | 'tx_index' | 'event_index' | 'tx_id' | 'block_ms' | 'type' | 'fields'
>

/** Typed access to the fields of an event. */
export type EventFields = ReturnType<typeof createEventFields>

/** An event with typed access to its fields. */
export interface MirroredEvent extends StoredEvent {
  read: EventFields
  /** Unix seconds of the block. */
  at: number
}

/** Each reader throws `TypeError` when the field has another type; times are Unix seconds of a UFix64. */
export function createEventFields({ type, fields }: StoredEvent) {
  const fail = (name: string): never => {
    throw new TypeError(`The field ${name} of ${type} has an unexpected value.`)
  }
  const text = (name: string): string => {
    const value = fields[name]
    return typeof value === 'string' ? value : fail(name)
  }
  const integer = (name: string): number => {
    const value = Number(text(name))
    return Number.isSafeInteger(value) ? value : fail(name)
  }
  const seconds = (name: string): number => Number(BigInt(text(name)) / UNITS_PER_TOKEN)
  const orNull =
    <T>(read: (name: string) => T) =>
    (name: string) =>
      fields[name] === null ? null : read(name)
  const address = (name: string): Address => toAddress(text(name))
  return {
    text,
    textOrNull: orNull(text),
    address,
    addressOrNull: orNull(address),
    boolean: (name: string): boolean =>
      typeof fields[name] === 'boolean' ? fields[name] : fail(name),
    integer,
    integerOrNull: orNull(integer),
    seconds,
  }
}
