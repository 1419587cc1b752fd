import { buildSystemTypeId, CORE_EVENTS } from '@app/flow/read/system-contracts.ts'
import type { Network } from '@app/values/network.ts'
import type { AccountEventKind } from '../../db/chain-tables.ts'

export type TokenEventKind = 'token_withdrawn' | 'token_deposited'
export type NftEventKind = 'nft_withdrawn' | 'nft_deposited'
/** Which of the added keys can sign alone, and which came with the account itself, is told later. */
export type RawAccountEventKind = Exclude<AccountEventKind, 'key_initial' | 'full_key_added'>

/** `transaction_canceled` is read for its fees alone. */
export type EventKind = TokenEventKind | NftEventKind | RawAccountEventKind | 'transaction_canceled'

/** Whether an event of this kind tells what an account did to itself. */
export function isAccountEventKind(kind: EventKind): kind is RawAccountEventKind {
  return kind !== 'transaction_canceled' && !kind.startsWith('token_') && !kind.startsWith('nft_')
}

/** What each event type means to the indexer; the keys are all that it asks a node for. */
export function buildEventKinds(network: Network): ReadonlyMap<string, EventKind> {
  return new Map<string, EventKind>([
    [buildSystemTypeId(network, 'FungibleToken', 'Withdrawn'), 'token_withdrawn'],
    [buildSystemTypeId(network, 'FungibleToken', 'Deposited'), 'token_deposited'],
    [buildSystemTypeId(network, 'NonFungibleToken', 'Withdrawn'), 'nft_withdrawn'],
    [buildSystemTypeId(network, 'NonFungibleToken', 'Deposited'), 'nft_deposited'],
    [CORE_EVENTS.accountCreated, 'account_created'],
    [CORE_EVENTS.keyAdded, 'key_added'],
    [CORE_EVENTS.keyRemoved, 'key_removed'],
    [CORE_EVENTS.contractAdded, 'contract_added'],
    [CORE_EVENTS.contractUpdated, 'contract_updated'],
    [CORE_EVENTS.contractRemoved, 'contract_removed'],
    [CORE_EVENTS.capabilityPublished, 'capability_published'],
    [CORE_EVENTS.inboxValuePublished, 'capability_offered'],
    [buildSystemTypeId(network, 'FlowTransactionScheduler', 'Scheduled'), 'transaction_scheduled'],
    [buildSystemTypeId(network, 'FlowTransactionScheduler', 'Canceled'), 'transaction_canceled'],
  ])
}
