import { decodeEvmEvent } from '@app/flow/evm/decode-evm-event.ts'
import { decodeEvmMoves, type PlacedUnverified } from '@app/flow/evm/decode-evm-moves.ts'
import type { EvmMove } from '@app/flow/evm/list-evm-transfers.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import type { EvmToken } from '@app/values/define-network.ts'
import { type EvmAddress, isCadenceOwned } from '@app/values/evm-address.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import { buildFlowVaultTypeId } from '@app/values/token-type.ts'
import type { EvmTransactionRow, UnverifiedTransferRow } from '../../db/tables/chain-tables.ts'
import { isDustOf, type TokenEvent, type UnnumberedTransfer } from './decode-token-transfers.ts'

/** Digits of the columns that hold amounts. */
const MAX_UNITS = 10n ** 20n - 1n

/** Decimals of amounts in Cadence, in which all are stored. */
const DECIMALS = 8

/** A Cadence-owned account that one of the transaction's authorizers held, and its first event there. */
export interface CoaAct {
  coa: EvmAddress
  eventIndex: number
}

/** What the events of one Cadence transaction show of the EVM. */
export interface DecodedEvm {
  /** What went into the EVM or came out of it, through a vault of Cadence. */
  crossings: TokenEvent[]
  /** Payments within the EVM. */
  within: UnnumberedTransfer[]
  /** The transactions of both. */
  transactions: EvmTransactionRow[]
  coaActs: CoaAct[]
  unverified: UnverifiedTransferRow[]
  /** Number of events, logs and amounts that are not followed, because a contract made them so. */
  skipped: number
}

const NO_EVM: DecodedEvm = {
  crossings: [],
  within: [],
  transactions: [],
  coaActs: [],
  unverified: [],
  skipped: 0,
}

/**
 * Decodes the EVM's part of one transaction, given its events in order. Contracts choose most of what is
 * in them: what cannot be read, or is larger than a column, is counted and left out. Never throws.
 */
export function decodeEvm(
  events: readonly ChainEvent[],
  network: Network,
  tokens: readonly EvmToken[],
): DecodedEvm {
  const executed = buildSystemTypeId(network, 'EVM', 'TransactionExecuted')
  if (!events.some(({ type }) => type === executed)) return NO_EVM
  const decoded = decodeEvmMoves(events, network, tokens)
  const { moves, omittedMoves, skippedLogs, unreadable } = decoded
  const summed = sumMoves(moves).map((move) => toStored(move, network, tokens))
  const payments = summed.filter(({ units }) => units > 0n && units <= MAX_UNITS)
  const tooLarge = summed.filter(({ units }) => units > MAX_UNITS)
  const balances = readBalances(events, network)
  const used = new Set(payments.map(({ eventIndex }) => eventIndex))
  return {
    crossings: payments.flatMap((payment) => toCrossing(payment, balances)),
    within: payments.flatMap(toTransferWithin),
    transactions: moves.flatMap((move) => toTransactionRow(move, events, used)),
    coaActs: findCoaActs(events, { network, executed }),
    unverified: decoded.unverified.flatMap((each, index) => toUnverifiedRows(each, index, events)),
    skipped: omittedMoves + skippedLogs + unreadable.length + tooLarge.length,
  }
}

/**
 * Adds what one transaction of the EVM moved between the same two of the same token, so that parts below the last
 * decimal are rounded once.
 */
function sumMoves(moves: readonly EvmMove[]): EvmMove[] {
  const sums = new Map<string, EvmMove>()
  for (const move of moves) {
    const { eventIndex, token, from, to, vaultUuid } = move
    const key = [eventIndex, token, from, to, vaultUuid].join(' ')
    const sum = sums.get(key)
    sums.set(key, sum === undefined ? move : { ...sum, units: sum.units + move.units })
  }
  return [...sums.values()]
}

/** A move with the type of its token, in 10⁻⁸ of it. */
type StoredMove = Omit<EvmMove, 'token'> & { token: string }

const toStored = (move: EvmMove, network: Network, tokens: readonly EvmToken[]): StoredMove => ({
  ...move,
  token: toTokenId(move.token, network),
  units: toStoredUnits(move.token, move.units, tokens),
})

/** The uuid of a vault in storage; such a vault has none in the EVM. */
const NO_UUID = -1n

function toCrossing(
  { token, units, from, to, initiator, vaultUuid, eventIndex }: StoredMove,
  balances: ReadonlyMap<string, bigint>,
): TokenEvent[] {
  if (vaultUuid === null) return []
  const balanceAfter = balances.get(`${vaultUuid} ${from ?? to}`) ?? null
  const common = { token, units, balanceAfter, eventIndex }
  if (to !== null) {
    return [{ kind: 'deposited', ...common, to, toUuid: NO_UUID, depositedUuid: vaultUuid }]
  }
  if (from === null || initiator === null) return []
  const ends = { from, fromUuid: NO_UUID, withdrawnUuid: vaultUuid, initiator }
  return [{ kind: 'withdrawn', ...common, ...ends }]
}

function toTransferWithin(move: StoredMove): UnnumberedTransfer[] {
  const { token, units, from, to, initiator, vaultUuid, eventIndex } = move
  if (vaultUuid !== null) return []
  const indexes = { eventIndex, withdrawalIndex: null, depositIndex: null }
  const marks = { isEmptied: false, isDust: isDustOf(token, units), evmBalance: null }
  return [{ token, units, from, to, initiator, ...indexes, ...marks }]
}

/**
 * Returns the type of the Cadence vaults of a token, so that it is one on both sides; the address of
 * its contract where no bridge is known.
 */
export function toTokenId(token: EvmMove['token'], network: Network): string {
  if (token === 'FLOW') return buildFlowVaultTypeId(network)
  const { evmBridge } = NETWORKS[network]
  if (evmBridge === null) return token
  // Source: flow-evm-bridge `FlowEVMBridgeUtils.deriveBridgedTokenContractName`.
  return `A.${evmBridge.slice(2)}.EVMVMBridgedToken_${token.slice(2)}.Vault`
}

const FLOW_DECIMALS = 18

function toStoredUnits(
  token: EvmMove['token'],
  units: bigint,
  tokens: readonly EvmToken[],
): bigint {
  const listed = tokens.find(({ address }) => address === token)
  const surplus = (listed?.decimals ?? FLOW_DECIMALS) - DECIMALS
  return surplus < 0 ? units * 10n ** BigInt(-surplus) : units / 10n ** BigInt(surplus)
}

const ATTO_PER_UNIT = 10n ** 10n

/** By the uuid of the vault and the address: what that has after FLOW went in or out, in 10⁻⁸ FLOW. */
function readBalances(
  events: readonly ChainEvent[],
  network: Network,
): ReadonlyMap<string, bigint> {
  const deposited = buildSystemTypeId(network, 'EVM', 'FLOWTokensDeposited')
  const withdrawn = buildSystemTypeId(network, 'EVM', 'FLOWTokensWithdrawn')
  const balances = new Map<string, bigint>()
  for (const { type, fields } of events) {
    if (type !== deposited && type !== withdrawn) continue
    const { address, depositedUUID, withdrawnUUID, balanceAfterInAttoFlow: atto } = fields
    const uuid = type === deposited ? depositedUUID : withdrawnUUID
    if (typeof atto === 'bigint') balances.set(`${uuid} 0x${address}`, atto / ATTO_PER_UNIT)
  }
  return balances
}

function toTransactionRow(
  { eventIndex, evmHash, evmHeight }: EvmMove,
  events: readonly ChainEvent[],
  used: Set<number>,
): EvmTransactionRow[] {
  const event = used.delete(eventIndex) && events.find((each) => each.eventIndex === eventIndex)
  if (!event) return []
  const { height, txIndex, fields } = event
  const position = { height, tx_index: txIndex, event_index: eventIndex }
  const index = Number(fields.index)
  return [{ ...position, evm_hash: evmHash, evm_height: evmHeight, evm_index: index }]
}

/** One row for each address that it names. */
function toUnverifiedRows(
  { token, from, to, units, eventIndex, evmHash }: PlacedUnverified,
  index: number,
  events: readonly ChainEvent[],
): UnverifiedTransferRow[] {
  const event = events.find((each) => each.eventIndex === eventIndex)
  if (event === undefined) return []
  const { height, txIndex, txId, blockTimeMs } = event
  const common = {
    ...{ height, tx_index: txIndex, event_index: eventIndex, split_index: index },
    ...{ tx_id: txId, block_ms: blockTimeMs, token, units, evm_hash: evmHash },
  }
  const payer =
    from === null ? [] : [{ ...common, address: from, side: 'out' as const, counterparty: to }]
  const payee =
    to === null ? [] : [{ ...common, address: to, side: 'in' as const, counterparty: from }]
  return [...payer, ...payee]
}

const DIRECT_CALL = 255n

/**
 * Finds the Cadence-owned accounts that were created, or that called, deployed or withdrew: all of that takes the
 * resource, or a reference that its holder gave. Anybody can deposit.
 */
function findCoaActs(
  events: readonly ChainEvent[],
  { network, executed }: { network: Network; executed: string },
): CoaAct[] {
  const created = buildSystemTypeId(network, 'EVM', 'CadenceOwnedAccountCreated')
  const found = new Map<EvmAddress, CoaAct>()
  for (const event of events) {
    const isCall = event.type === executed && event.fields.type === DIRECT_CALL
    const coa = isCall || event.type === created ? findActingCoa(event, network) : null
    if (coa !== null && !found.has(coa)) found.set(coa, { coa, eventIndex: event.eventIndex })
  }
  return [...found.values()]
}

function findActingCoa(event: ChainEvent, network: Network): EvmAddress | null {
  const decoded = decodeEvmEvent(event, network)
  if (decoded?.kind === 'coa created') return decoded.address
  const isAct = decoded?.kind === 'evm' && decoded.subType !== 'deposit'
  return isAct && isCadenceOwned(decoded.from) ? decoded.from : null
}
