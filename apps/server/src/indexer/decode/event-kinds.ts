import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import { ACCOUNT_EVENTS, type AccountEventSource } from '@app/values/account-event.ts'
import type { Network } from '@app/values/network.ts'

type TokenEventKind = 'token_withdrawn' | 'token_deposited'
type NftEventKind = 'nft_withdrawn' | 'nft_deposited'

const EMITTED_ACCOUNT_EVENTS = ACCOUNT_EVENTS.flatMap(({ kind, source }) =>
  source === null ? [] : [{ kind, source }],
)

export type EmittedAccountEvent = (typeof EMITTED_ACCOUNT_EVENTS)[number]
type EmittedAccountEventKind = EmittedAccountEvent['kind']

/** `transaction_canceled` is used only for its fees. */
export type EventKind =
  | TokenEventKind
  | NftEventKind
  | EmittedAccountEventKind
  | 'transaction_canceled'

const ACCOUNT_EVENT_BY_KIND: ReadonlyMap<EventKind, EmittedAccountEvent> = new Map(
  EMITTED_ACCOUNT_EVENTS.map((event) => [event.kind, event]),
)

/** Returns the account event of this kind, or `undefined` when the kind is not an account event. */
export function findAccountEventByKind(kind: EventKind): EmittedAccountEvent | undefined {
  return ACCOUNT_EVENT_BY_KIND.get(kind)
}

/**
 * Returns a map from event type to event kind; its keys are all event types that are requested from
 * a node.
 */
export function getEventKindByType(network: Network): ReadonlyMap<string, EventKind> {
  const known = KIND_BY_TYPE.get(network) ?? buildEventKindByType(network)
  KIND_BY_TYPE.set(network, known)
  return known
}

const KIND_BY_TYPE = new Map<Network, ReadonlyMap<string, EventKind>>()

function buildEventKindByType(network: Network): ReadonlyMap<string, EventKind> {
  return new Map<string, EventKind>([
    [buildSystemTypeId(network, 'FungibleToken', 'Withdrawn'), 'token_withdrawn'],
    [buildSystemTypeId(network, 'FungibleToken', 'Deposited'), 'token_deposited'],
    [buildSystemTypeId(network, 'NonFungibleToken', 'Withdrawn'), 'nft_withdrawn'],
    [buildSystemTypeId(network, 'NonFungibleToken', 'Deposited'), 'nft_deposited'],
    ...EMITTED_ACCOUNT_EVENTS.map(
      ({ kind, source }) => [buildSourceTypeId(network, source), kind] as const,
    ),
    [buildSystemTypeId(network, 'FlowTransactionScheduler', 'Canceled'), 'transaction_canceled'],
  ])
}

function buildSourceTypeId(network: Network, { contract, event }: AccountEventSource): string {
  return contract === null ? `flow.${event}` : buildSystemTypeId(network, contract, event)
}
