import type { ChainEvent } from '@app/flow/read/chain.ts'
import { FEE_ACCOUNTS, SYSTEM_CONTRACTS } from '@app/flow/read/system-contracts.ts'
import type { Network } from '@app/values/network.ts'
import { type AccountEvent, accountEvents } from './account-events.ts'
import { optionalAddressField, typeField, unitsField } from './event-fields.ts'
import { type EventKind, eventKinds, isAccountKind } from './event-kinds.ts'
import { type NftEvent, type NftMove, nftMoves } from './nft-moves.ts'
import { findFeeEvents, type SchedulerFee } from './scheduler-fees.ts'
import { type TokenEvent, type TokenTransfer, tokenTransfers } from './token-transfers.ts'

/** What one transaction did, as far as its events tell. */
export interface DecodedTransaction {
  txId: string
  height: number
  txIndex: number
  blockMs: number
  transfers: TokenTransfer[]
  nftMoves: NftMove[]
  accountEvents: AccountEvent[]
}

/** The meaning of one transaction's events, given in the order of the chain. */
export function decodeTransaction(
  events: readonly [ChainEvent, ...ChainEvent[]],
  network: Network,
): DecodedTransaction {
  const kinds = eventKinds(network)
  const known = events.flatMap((event) => {
    const kind = kinds.get(event.type)
    return kind === undefined ? [] : [{ kind, event }]
  })
  const [{ txId, height, txIndex, blockTimeMs: blockMs }] = events
  const place = { txId, height, txIndex, blockMs }
  return {
    ...place,
    transfers: readTransfers(known, network),
    nftMoves: nftMoves(known.flatMap(toNftEvent)),
    accountEvents: accountEvents(known.flatMap(ofAccounts)),
  }
}

interface KnownEvent {
  kind: EventKind
  event: ChainEvent
}

function readTransfers(known: readonly KnownEvent[], network: Network): TokenTransfer[] {
  const events = known.flatMap(toTokenEvent)
  const scheduler = SYSTEM_CONTRACTS[network].FlowTransactionScheduler
  const feeEvents = findFeeEvents(events, known.flatMap(toSchedulerFees), scheduler)
  return tokenTransfers(events, { feeAccounts: FEE_ACCOUNTS[network], feeEvents })
}

function toSchedulerFees({ kind, event }: KnownEvent): SchedulerFee[] {
  const { eventIndex } = event
  if (kind === 'transaction_scheduled') {
    return [{ eventIndex, direction: 'into', units: unitsField(event, 'fees') }]
  }
  if (kind !== 'transaction_canceled') return []
  return ['feesReturned', 'feesDeducted'].map((field) => ({
    eventIndex,
    direction: 'out of',
    units: unitsField(event, field),
  }))
}

function toTokenEvent({ kind, event }: KnownEvent): TokenEvent[] {
  if (kind !== 'token_withdrawn' && kind !== 'token_deposited') return []
  const common = {
    eventIndex: event.eventIndex,
    token: typeField(event, 'type'),
    units: unitsField(event, 'amount'),
    balanceAfter: unitsField(event, 'balanceAfter'),
  }
  if (kind === 'token_withdrawn') {
    return [
      {
        kind: 'withdrawn',
        ...common,
        from: optionalAddressField(event, 'from'),
        fromUuid: unitsField(event, 'fromUUID'),
        withdrawnUuid: unitsField(event, 'withdrawnUUID'),
      },
    ]
  }
  return [
    {
      kind: 'deposited',
      ...common,
      to: optionalAddressField(event, 'to'),
      toUuid: unitsField(event, 'toUUID'),
      depositedUuid: unitsField(event, 'depositedUUID'),
    },
  ]
}

function toNftEvent({ kind, event }: KnownEvent): NftEvent[] {
  if (kind !== 'nft_withdrawn' && kind !== 'nft_deposited') return []
  const isWithdrawn = kind === 'nft_withdrawn'
  return [
    {
      kind: isWithdrawn ? 'withdrawn' : 'deposited',
      eventIndex: event.eventIndex,
      nftType: typeField(event, 'type'),
      id: unitsField(event, 'id'),
      uuid: unitsField(event, 'uuid'),
      account: optionalAddressField(event, isWithdrawn ? 'from' : 'to'),
    },
  ]
}

function ofAccounts({ kind, event }: KnownEvent) {
  return isAccountKind(kind) ? [{ kind, event }] : []
}
