import { hasEntitlement } from '@app/flow/decode/decode-cadence.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { AccountEventKind, AccountEventSource } from '@app/values/account-event.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import type { Address } from '@app/values/address.ts'
import type { EvmToken } from '@app/values/define-network.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import { isFlowVault } from '@app/values/token-type.ts'
import type {
  AccountEventRow,
  AccountRow,
  ChildActRow,
  EvmTransactionRow,
  UnverifiedTransferRow,
} from '../../db/tables/chain-tables.ts'
import { decodeChildActs } from './child-acts.ts'
import { type CoaAct, type DecodedEvm, decodeEvm } from './decode-evm.ts'
import { decodeNftMoves, type NftEvent, type NftMove } from './decode-nft-moves.ts'
import {
  decodeTokenTransfers,
  numberSplits,
  type TokenEvent,
  type TokenTransfer,
} from './decode-token-transfers.ts'
import {
  getAddressField,
  getBorrowTypeField,
  getOptionalAddressField,
  getTextField,
  getTypeField,
  getUnitsField,
  shortenTypeIdentifier,
} from './event-fields.ts'
import {
  type EmittedAccountEvent,
  type EventKind,
  findAccountEventByKind,
  getEventKindByType,
} from './event-kinds.ts'
import { decodePlaceMoves, type PlaceMove } from './place-events.ts'

/** The effects of one transaction that its events show. */
export interface DecodedTransaction {
  txId: string
  height: number
  txIndex: number
  blockMs: number
  transfers: TokenTransfer[]
  nftMoves: NftMove[]
  /** What contracts report about places where accounts keep own money. */
  placeMoves: PlaceMove[]
  coaActs: CoaAct[]
  rows: EventRows
}

/** Rows that follow from events alone, whoever proposed, paid and authorized the transaction. */
export interface EventRows {
  evmTransactions: EvmTransactionRow[]
  unverifiedTransfers: UnverifiedTransferRow[]
  evmSkips: { height: number; count: number }[]
  accountEvents: AccountEventRow[]
  accounts: AccountRow[]
  childActs: ChildActRow[]
}

/** Decodes one transaction's events, given in execution order. `evmTokens` are those followed in the EVM. */
export function decodeTransaction(
  events: readonly [ChainEvent, ...ChainEvent[]],
  network: Network,
  evmTokens: readonly EvmToken[] = NETWORKS[network].evmTokens,
): DecodedTransaction {
  const kinds = getEventKindByType(network)
  const known = events.flatMap((event) => {
    const kind = kinds.get(event.type)
    return kind === undefined ? [] : [{ kind, event }]
  })
  const [{ txId, height, txIndex, blockTimeMs: blockMs }] = events
  const evm = decodeEvm(events, network, evmTokens)
  const accountEvents = decodeAccountEvents(known)
  return {
    ...{ txId, height, txIndex, blockMs },
    transfers: decodeTransfers(known, evm, network),
    nftMoves: decodeNftMoves(known.flatMap(toNftEvent)),
    placeMoves: decodePlaceMoves(events, network),
    coaActs: evm.coaActs,
    rows: {
      accountEvents,
      accounts: accountEvents.flatMap((row) => toAccountRow(row, network)),
      childActs: decodeChildActs(events, network),
      evmTransactions: evm.transactions,
      unverifiedTransfers: evm.unverified,
      evmSkips: evm.skipped === 0 ? [] : [{ height, count: evm.skipped }],
    },
  }
}

interface ClassifiedEvent {
  kind: EventKind
  event: ChainEvent
}

function decodeTransfers(
  known: readonly ClassifiedEvent[],
  { crossings, within }: DecodedEvm,
  network: Network,
): TokenTransfer[] {
  const events = known.flatMap(toTokenEvent)
  const { feeAccounts, systemContracts } = NETWORKS[network]
  const scheduler = systemContracts.FlowTransactionScheduler
  const feeEvents = findFeeEvents(events, known.flatMap(toSchedulerFees), scheduler)
  const all = addCrossings(events, crossings)
  const transfers = decodeTokenTransfers(all, { feeAccounts, feeEvents })
  return within.length === 0 ? transfers : numberSplits([...transfers, ...within])
}

/**
 * Adds what went into the EVM or came out of it. A bridge has vaults of its own; their events are left out, so that it
 * passes on what it was given.
 */
function addCrossings(events: TokenEvent[], crossings: readonly TokenEvent[]): TokenEvent[] {
  if (crossings.length === 0) return events
  const [into, outOf] = [new Set<bigint>(), new Set<bigint>()]
  for (const event of crossings) {
    if (event.kind === 'deposited') into.add(event.depositedUuid)
    else outOf.add(event.withdrawnUuid)
  }
  const isReplaced = (event: TokenEvent) =>
    event.kind === 'deposited' ? into.has(event.depositedUuid) : outOf.has(event.withdrawnUuid)
  return [...events.filter((event) => !isReplaced(event)), ...crossings].sort(
    (a, b) => a.eventIndex - b.eventIndex,
  )
}

function toSchedulerFees({ kind, event }: ClassifiedEvent): SchedulerFee[] {
  const { eventIndex } = event
  if (kind === 'transaction_scheduled') {
    return [{ eventIndex, direction: 'into', units: getUnitsField(event, 'fees') }]
  }
  if (kind !== 'transaction_canceled') return []
  return ['feesReturned', 'feesDeducted'].map((field) => ({
    eventIndex,
    direction: 'out of',
    units: getUnitsField(event, field),
  }))
}

function toTokenEvent({ kind, event }: ClassifiedEvent): TokenEvent[] {
  if (kind !== 'token_withdrawn' && kind !== 'token_deposited') return []
  const common = {
    eventIndex: event.eventIndex,
    token: getTypeField(event, 'type'),
    units: getUnitsField(event, 'amount'),
    balanceAfter: getUnitsField(event, 'balanceAfter'),
  }
  if (kind === 'token_withdrawn') {
    return [
      {
        kind: 'withdrawn',
        ...common,
        from: getOptionalAddressField(event, 'from'),
        fromUuid: getUnitsField(event, 'fromUUID'),
        withdrawnUuid: getUnitsField(event, 'withdrawnUUID'),
      },
    ]
  }
  return [
    {
      kind: 'deposited',
      ...common,
      to: getOptionalAddressField(event, 'to'),
      toUuid: getUnitsField(event, 'toUUID'),
      depositedUuid: getUnitsField(event, 'depositedUUID'),
    },
  ]
}

function toNftEvent({ kind, event }: ClassifiedEvent): NftEvent[] {
  if (kind !== 'nft_withdrawn' && kind !== 'nft_deposited') return []
  const isWithdrawn = kind === 'nft_withdrawn'
  return [
    {
      kind: isWithdrawn ? 'withdrawn' : 'deposited',
      eventIndex: event.eventIndex,
      nftType: getTypeField(event, 'type'),
      id: getUnitsField(event, 'id'),
      uuid: getUnitsField(event, 'uuid'),
      account: getOptionalAddressField(event, isWithdrawn ? 'from' : 'to'),
    },
  ]
}

/** Key weight with which one key can sign for its account, in units of 10⁻⁸. */
const FULL_WEIGHT_UNITS = 1000_00000000n

/** Decodes what accounts changed about themselves, as defined in `ACCOUNT_EVENTS`. */
function decodeAccountEvents(known: readonly ClassifiedEvent[]): AccountEventRow[] {
  return markInitialKeys(
    known.flatMap(({ kind, event }) => {
      const definition = findAccountEventByKind(kind)
      return definition === undefined ? [] : decodeAccountEvent(definition, event)
    }),
  )
}

function decodeAccountEvent(
  { kind, source }: EmittedAccountEvent,
  event: ChainEvent,
): AccountEventRow[] {
  const { account, detail, isOnlyEntitled }: AccountEventSource = source
  const subject = getEventDetail(detail, event)
  if (isOnlyEntitled && !hasEntitlement(subject ?? '')) return []
  const { txId, height, txIndex, blockTimeMs, eventIndex } = event
  return [
    {
      ...{ tx_id: txId, height, tx_index: txIndex, block_ms: blockTimeMs, event_index: eventIndex },
      address: getAddressField(event, account),
      kind: toStoredKind(kind, event),
      detail: subject && shortenTypeIdentifier(subject),
    },
  ]
}

function toAccountRow(row: AccountEventRow, network: Network): AccountRow[] {
  const { kind, address, height, block_ms } = row
  const index = kind === 'account_created' ? toAccountIndex(address, network) : null
  return index === null
    ? []
    : [{ address, creation_index: index, created_height: height, created_ms: block_ms }]
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
function markInitialKeys(events: AccountEventRow[]): AccountEventRow[] {
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

/**
 * FLOW that FlowTransactionScheduler charged for a scheduled transaction, or refunded at its
 * cancellation.
 */
interface SchedulerFee {
  /** Index of the event Scheduled or Canceled, which follows the token events of its fees. */
  eventIndex: number
  direction: 'into' | 'out of'
  units: bigint
}

/**
 * Returns the indexes of the token events that moved these fees into or out of the scheduler's
 * account: for each fee, the last event with its amount before it. Other payments to that account
 * are not included; on some networks it is the service account.
 */
function findFeeEvents(
  events: readonly TokenEvent[],
  fees: readonly SchedulerFee[],
  scheduler: Address,
): Set<number> {
  const found = new Set<number>()
  for (const fee of fees) {
    const event = events.findLast(
      (event) => !found.has(event.eventIndex) && isFeeEvent(event, fee, scheduler),
    )
    if (event !== undefined) found.add(event.eventIndex)
  }
  return found
}

function isFeeEvent(event: TokenEvent, fee: SchedulerFee, scheduler: Address): boolean {
  const account = event.kind === 'deposited' ? event.to : event.from
  return (
    event.kind === (fee.direction === 'into' ? 'deposited' : 'withdrawn') &&
    account === scheduler &&
    event.eventIndex < fee.eventIndex &&
    event.units === fee.units &&
    isFlowVault(event.token)
  )
}
