import type { EvmToken } from '@app/values/define-network.ts'
import { EVM_FEE_ACCOUNT } from '@app/values/evm-address.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import type { TransactionEvent } from '../read/chain.ts'
import { decodeEvmEvent, type FlowCrossing } from './decode-evm-event.ts'
import type { EvmTransaction } from './decode-evm-transaction.ts'
import { type BridgedTokens, joinBridgedMoves } from './join-bridged-moves.ts'
import {
  type EvmMove,
  listEvmTransfers,
  type TokensByAddress,
  type UnverifiedTransfer,
} from './list-evm-transfers.ts'

/** What moved in one Cadence transaction. */
export interface EvmMoves {
  /** In the order in which they happened, between at most `MAX_EVM_MOVES` pairs: of each token the largest. */
  moves: EvmMove[]
  /** Number of the others. */
  omittedMoves: number
  /** What contracts say that are on no list: the first `MAX_UNVERIFIED`. */
  unverified: PlacedUnverified[]
  /** Number of logs of listed tokens that have the topic of transfers and are none of ERC-20. */
  skippedLogs: number
  unreadable: { eventIndex: number; reason: string }[]
}

export interface PlacedUnverified extends UnverifiedTransfer {
  eventIndex: number
  evmHash: string
}

/** They are only shown, and cost their authors nothing. */
const MAX_UNVERIFIED = 20

/**
 * Payers and payees of one transaction of the EVM, by token. The events of an ordinary transaction have at most
 * 256,000 bytes (flow-go `DefaultEventCollectionByteSizeLimit`), so fewer than 1,700 logs of transfers: none is left out.
 */
export const MAX_EVM_MOVES = 2_000

/** 10⁻¹⁸ FLOW in 10⁻⁸ FLOW. */
const ATTO_PER_UNIT = 10n ** 10n

/**
 * Returns what moved, given the events of one Cadence transaction in order; those that are not of the EVM
 * are ignored. No movements are: what failed, gas below 1 FLOW, zero amounts, an account paying itself, and
 * FLOW that is wrapped or unwrapped. Without EIP-7708 the chain does not say what contracts pay in FLOW. Never
 * throws, whatever contracts emit.
 */
export function decodeEvmMoves(
  events: readonly TransactionEvent[],
  network: Network,
  tokens: readonly EvmToken[] = NETWORKS[network].evmTokens,
): EvmMoves {
  const progress: Progress = {
    tokens: new Map(tokens.map((token) => [token.address, token])),
    moves: [],
    unverified: [],
    skippedLogs: 0,
    unreadable: [],
    crossing: null,
    paidToFees: [],
    bridged: [],
  }
  for (const event of events) addEvent(progress, event, network)
  const joined = joinBridgedMoves(progress.moves, progress.bridged, {
    tokens: progress.tokens,
    coa: NETWORKS[network].evmBridgeCoa,
  })
  const all = joined.filter(({ from, to }) => from !== to)
  const moves = keepLargest(all)
  const { skippedLogs, unreadable } = progress
  const unverified = progress.unverified.slice(0, MAX_UNVERIFIED)
  return { moves, omittedMoves: all.length - moves.length, unverified, skippedLogs, unreadable }
}

/** What is known after some of the events. */
interface Progress {
  tokens: TokensByAddress
  moves: EvmMove[]
  unverified: PlacedUnverified[]
  skippedLogs: number
  unreadable: EvmMoves['unreadable']
  /** The move of the latest transaction that has a vault in Cadence, before that is known. */
  crossing: EvmMove | null
  /** Payments to the fee account by transactions of which the gas is not yet passed on. */
  paidToFees: EvmMove[]
  bridged: BridgedTokens[]
}

function addEvent(progress: Progress, source: TransactionEvent, network: Network): void {
  const { eventIndex } = source
  const event = decodeEvmEvent(source, network)
  switch (event?.kind) {
    case 'evm':
      addTransaction(progress, event, eventIndex)
      break
    case 'deposited':
    case 'withdrawn':
      addVault(progress, event, eventIndex)
      break
    case 'bridged in':
    case 'bridged out':
      progress.bridged.push({ ...event, eventIndex })
      break
    case 'unreadable':
      progress.unreadable.push({ eventIndex, reason: event.reason })
      break
    case 'coa created':
    case undefined:
  }
}

function addTransaction(progress: Progress, tx: EvmTransaction, eventIndex: number): void {
  if (tx.isDirectCall) passFeesOn(progress, tx)
  const { transfers, unverified, skippedLogs } = listEvmTransfers(tx, progress.tokens)
  progress.skippedLogs += skippedLogs
  for (const each of unverified) {
    progress.unverified.push({ ...each, eventIndex, evmHash: tx.hash })
  }
  progress.crossing = null
  for (const { isNative, isCrossing, ...payment } of transfers) {
    const move: EvmMove = {
      ...payment,
      vaultUuid: null,
      initiator: tx.subType === 'deposit' ? null : tx.from,
      eventIndex,
      evmHash: tx.hash,
      evmHeight: tx.evmHeight,
    }
    progress.moves.push(move)
    if (isCrossing) progress.crossing = move
    const isToFees = isNative && !tx.isDirectCall && move.to === EVM_FEE_ACCOUNT
    if (isToFees) progress.paidToFees.push(move)
  }
}

/**
 * After signed transactions the chain sends what the fee account got in them to whoever Cadence names:
 * the gas, and also what they paid to it, which so reaches that other account.
 */
function passFeesOn(progress: Progress, tx: EvmTransaction): void {
  if (tx.from === EVM_FEE_ACCOUNT) {
    for (const move of progress.paidToFees) move.to = tx.to ?? tx.createdContract
  }
  progress.paidToFees = []
}

function addVault(progress: Progress, event: FlowCrossing, eventIndex: number): void {
  const { crossing } = progress
  const address = event.kind === 'deposited' ? crossing?.to : crossing?.from
  if (
    crossing !== null &&
    address === event.address &&
    crossing.units === event.units * ATTO_PER_UNIT
  ) {
    crossing.vaultUuid = event.vaultUuid
  } else {
    progress.unreadable.push({
      eventIndex,
      reason: 'no transaction of the same amount precedes it',
    })
  }
  progress.crossing = null
}

/** What is sent in a circle costs little, and cannot hide a payment; nor can small payments hide a large one. */
function keepLargest(moves: EvmMove[]): EvmMove[] {
  if (moves.length <= MAX_EVM_MOVES) return moves
  const pairs = [...Map.groupBy(moves, toPairKey).values()].map(toPair)
  const ranked = [...Map.groupBy(pairs, ({ token }) => token).values()].flatMap((ofToken) =>
    ofToken.toSorted(compareUnits).map((pair, rank) => ({ pair, rank })),
  )
  const kept = ranked.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_EVM_MOVES)
  const isKept = new Set(kept.flatMap(({ pair }) => pair.moves))
  return moves.filter((move) => isKept.has(move))
}

const toPairKey = ({ eventIndex, token, from, to, vaultUuid }: EvmMove): string =>
  [eventIndex, token, from, to, vaultUuid].join(' ')

interface Pair {
  token: string
  units: bigint
  moves: EvmMove[]
}

const toPair = (moves: EvmMove[]): Pair => ({
  token: moves[0]?.token ?? '',
  units: moves.reduce((sum, { units }) => sum + units, 0n),
  moves,
})

function compareUnits(a: Pair, b: Pair): number {
  if (a.units === b.units) return 0
  return a.units > b.units ? -1 : 1
}
