import type { ChainEvent } from '@app/flow/read/chain.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import { type AccountEvent, decodeAccountEvents } from './decode-account-events.ts'
import { decodeNftMoves, type NftEvent, type NftMove } from './decode-nft-moves.ts'
import {
  decodeTokenTransfers,
  type TokenEvent,
  type TokenTransfer,
} from './decode-token-transfers.ts'
import { getOptionalAddressField, getTypeField, getUnitsField } from './event-fields.ts'
import { type EventKind, findAccountEventByKind, getEventKindByType } from './event-kinds.ts'
import { findFeeEvents, type SchedulerFee } from './find-fee-events.ts'

/** The effects of one transaction that its events show. */
export interface DecodedTransaction {
  txId: string
  height: number
  txIndex: number
  blockMs: number
  transfers: TokenTransfer[]
  nftMoves: NftMove[]
  accountEvents: AccountEvent[]
}

/** Decodes one transaction's events, given in execution order. */
export function decodeTransaction(
  events: readonly [ChainEvent, ...ChainEvent[]],
  network: Network,
): DecodedTransaction {
  const kinds = getEventKindByType(network)
  const known = events.flatMap((event) => {
    const kind = kinds.get(event.type)
    return kind === undefined ? [] : [{ kind, event }]
  })
  const [{ txId, height, txIndex, blockTimeMs: blockMs }] = events
  const position = { txId, height, txIndex, blockMs }
  return {
    ...position,
    transfers: decodeTransfers(known, network),
    nftMoves: decodeNftMoves(known.flatMap(toNftEvent)),
    accountEvents: decodeAccountEvents(known.flatMap(toAccountEvent)),
  }
}

interface ClassifiedEvent {
  kind: EventKind
  event: ChainEvent
}

function decodeTransfers(known: readonly ClassifiedEvent[], network: Network): TokenTransfer[] {
  const events = known.flatMap(toTokenEvent)
  const { feeAccounts, systemContracts } = NETWORKS[network]
  const scheduler = systemContracts.FlowTransactionScheduler
  const feeEvents = findFeeEvents(events, known.flatMap(toSchedulerFees), scheduler)
  return decodeTokenTransfers(events, { feeAccounts, feeEvents })
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

function toAccountEvent({ kind, event }: ClassifiedEvent) {
  const definition = findAccountEventByKind(kind)
  return definition === undefined ? [] : [{ definition, event }]
}
