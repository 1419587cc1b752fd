import { hasEntitlement } from '@app/flow/decode/to-type-identifier.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import type { AccountEventKind } from '../../db/chain-tables.ts'
import {
  readAddressField,
  readBorrowTypeField,
  readTextField,
  readUnitsField,
  shortenTypeIdentifier,
} from './event-fields.ts'
import type { RawAccountEventKind } from './event-kinds.ts'

/** What an account did to itself. */
export interface AccountEvent {
  address: Address
  kind: AccountEventKind
  /** Key index, contract name, type of the capability or of the handler. */
  detail: string | null
  eventIndex: number
}

/** Weight of a key that signs for its account alone, in units of 10⁻⁸. */
const FULL_WEIGHT_UNITS = 1000_00000000n

/**
 * What the events of one transaction tell of accounts. Of capabilities only such count as carry an
 * entitlement: what everybody may do with a published one anyway is nothing that its account gave away.
 */
export function decodeAccountEvents(
  events: readonly { kind: RawAccountEventKind; event: ChainEvent }[],
): AccountEvent[] {
  return markInitialKeys(events.flatMap(({ kind, event }) => toAccountEvent(kind, event)))
}

function toAccountEvent(kind: RawAccountEventKind, event: ChainEvent): AccountEvent[] {
  const subject = readEventDetail(kind, event)
  if (CAPABILITY_KINDS.has(kind) && !hasEntitlement(subject ?? '')) return []
  return [
    {
      address: readAddressField(event, ADDRESS_FIELD[kind] ?? 'address'),
      kind: toEventKind(kind, event),
      detail: subject && shortenTypeIdentifier(subject),
      eventIndex: event.eventIndex,
    },
  ]
}

const CAPABILITY_KINDS: ReadonlySet<RawAccountEventKind> = new Set([
  'capability_published',
  'capability_offered',
])

const ADDRESS_FIELD: Partial<Record<RawAccountEventKind, string>> = {
  capability_offered: 'provider',
  transaction_scheduled: 'transactionHandlerOwner',
}

function toEventKind(kind: RawAccountEventKind, event: ChainEvent): AccountEventKind {
  if (kind !== 'key_added') return kind
  return readUnitsField(event, 'weight') >= FULL_WEIGHT_UNITS ? 'full_key_added' : 'key_added'
}

function readEventDetail(kind: RawAccountEventKind, event: ChainEvent): string | null {
  switch (kind) {
    case 'account_created':
      return null
    case 'key_added':
      return readUnitsField(event, 'keyIndex').toString()
    case 'key_removed':
      // The chain calls the index of the removed key `publicKey`.
      return readUnitsField(event, 'publicKey').toString()
    case 'contract_added':
    case 'contract_updated':
    case 'contract_removed':
      return readTextField(event, 'contract')
    case 'capability_published':
      return readBorrowTypeField(event, 'capability')
    case 'capability_offered':
      return readTextField(event, 'type')
    case 'transaction_scheduled':
      return readTextField(event, 'transactionHandlerTypeIdentifier')
  }
}

/** Keys that come with the account itself are not something that it did. */
function markInitialKeys(events: AccountEvent[]): AccountEvent[] {
  const created = new Set(
    events.filter(({ kind }) => kind === 'account_created').map(({ address }) => address),
  )
  return events.map((event) =>
    KEY_KINDS.has(event.kind) && created.has(event.address)
      ? { ...event, kind: 'key_initial' }
      : event,
  )
}

const KEY_KINDS: ReadonlySet<AccountEventKind> = new Set(['key_added', 'full_key_added'])
