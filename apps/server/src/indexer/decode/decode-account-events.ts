import { hasEntitlement } from '@app/flow/decode/to-type-identifier.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { AccountEventKind, AccountEventSource } from '@app/values/account-event.ts'
import type { Address } from '@app/values/address.ts'
import {
  getAddressField,
  getBorrowTypeField,
  getTextField,
  getUnitsField,
  shortenTypeIdentifier,
} from './event-fields.ts'
import type { EmittedAccountEvent } from './event-kinds.ts'

/** A change that an account made to itself. */
export interface AccountEvent {
  address: Address
  kind: AccountEventKind
  /** Key index, contract name, type of the capability or of the handler. */
  detail: string | null
  eventIndex: number
}

/** Key weight with which one key can sign for its account, in units of 10⁻⁸. */
const FULL_WEIGHT_UNITS = 1000_00000000n

/** Decodes the account events of one transaction, as defined in `ACCOUNT_EVENTS`. */
export function decodeAccountEvents(
  events: readonly { definition: EmittedAccountEvent; event: ChainEvent }[],
): AccountEvent[] {
  return markInitialKeys(events.flatMap(({ definition, event }) => decodeEvent(definition, event)))
}

function decodeEvent({ kind, source }: EmittedAccountEvent, event: ChainEvent): AccountEvent[] {
  const { account, detail, isOnlyEntitled }: AccountEventSource = source
  const subject = getEventDetail(detail, event)
  if (isOnlyEntitled && !hasEntitlement(subject ?? '')) return []
  return [
    {
      address: getAddressField(event, account),
      kind: toStoredKind(kind, event),
      detail: subject && shortenTypeIdentifier(subject),
      eventIndex: event.eventIndex,
    },
  ]
}

function toStoredKind(kind: EmittedAccountEvent['kind'], event: ChainEvent): AccountEventKind {
  if (kind !== 'key_added') return kind
  return getUnitsField(event, 'weight') >= FULL_WEIGHT_UNITS ? 'full_key_added' : 'key_added'
}

function getEventDetail(detail: AccountEventSource['detail'], event: ChainEvent): string | null {
  switch (detail?.type) {
    case undefined:
      return null
    case 'integer':
      return getUnitsField(event, detail.field).toString()
    case 'text':
      return getTextField(event, detail.field)
    case 'capability':
      return getBorrowTypeField(event, detail.field)
  }
}

/**
 * Marks keys added together with the creation of the account as initial: they are not its own
 * activity.
 */
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
