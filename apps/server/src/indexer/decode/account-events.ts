import { hasEntitlement } from '@app/flow/decode/type-identifier.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import type { AccountEventKind } from '../../db/chain-tables.ts'
import { addressField, borrowTypeField, keptType, textField, unitsField } from './event-fields.ts'
import type { AccountKind } from './event-kinds.ts'

/** What an account did to itself. */
export interface AccountEvent {
  address: Address
  kind: AccountEventKind
  /** Key index, contract name, type of the capability or of the handler. */
  subject: string | null
  eventIndex: number
}

/** Weight of a key that signs for its account alone, in units of 10⁻⁸. */
const FULL_WEIGHT = 1000_00000000n

/**
 * What the events of one transaction tell of accounts. Of capabilities only such count as carry an
 * entitlement: what everybody may do with a published one anyway is nothing that its account gave away.
 */
export function accountEvents(
  events: readonly { kind: AccountKind; event: ChainEvent }[],
): AccountEvent[] {
  return tellInitialKeys(events.flatMap(({ kind, event }) => toAccountEvent(kind, event)))
}

function toAccountEvent(kind: AccountKind, event: ChainEvent): AccountEvent[] {
  const subject = subjectOf(kind, event)
  if (GIVES_RIGHTS.has(kind) && !hasEntitlement(subject ?? '')) return []
  return [
    {
      address: addressField(event, ADDRESS_FIELD[kind] ?? 'address'),
      kind: kindOf(kind, event),
      subject: subject && keptType(subject),
      eventIndex: event.eventIndex,
    },
  ]
}

const GIVES_RIGHTS: ReadonlySet<AccountKind> = new Set([
  'capability_published',
  'capability_offered',
])

const ADDRESS_FIELD: Partial<Record<AccountKind, string>> = {
  capability_offered: 'provider',
  transaction_scheduled: 'transactionHandlerOwner',
}

function kindOf(kind: AccountKind, event: ChainEvent): AccountEventKind {
  if (kind !== 'key_added') return kind
  return unitsField(event, 'weight') >= FULL_WEIGHT ? 'full_key_added' : 'key_added'
}

function subjectOf(kind: AccountKind, event: ChainEvent): string | null {
  switch (kind) {
    case 'account_created':
      return null
    case 'key_added':
      return unitsField(event, 'keyIndex').toString()
    case 'key_removed':
      // The chain calls the index of the removed key `publicKey`.
      return unitsField(event, 'publicKey').toString()
    case 'contract_added':
    case 'contract_updated':
    case 'contract_removed':
      return textField(event, 'contract')
    case 'capability_published':
      return borrowTypeField(event, 'capability')
    case 'capability_offered':
      return textField(event, 'type')
    case 'transaction_scheduled':
      return textField(event, 'transactionHandlerTypeIdentifier')
  }
}

/** Keys that come with the account itself are not something that it did. */
function tellInitialKeys(events: AccountEvent[]): AccountEvent[] {
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
