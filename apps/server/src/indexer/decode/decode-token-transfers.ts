import type { Address } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { type EvmAddress, isEvmAddress, type Party } from '@app/values/evm-address.ts'
import { isFlowVault } from '@app/values/token-type.ts'

/**
 * A FungibleToken.Withdrawn or Deposited event of one transaction, in execution order, or what left the EVM into a
 * vault, or went into it.
 */
export type TokenEvent = Withdrawal | Deposit

interface Withdrawal {
  kind: 'withdrawn'
  eventIndex: number
  token: string
  units: bigint
  /** `null` when the vault is not stored in an account: it was moved out earlier, or minted. */
  from: Party | null
  fromUuid: bigint
  withdrawnUuid: bigint
  /** `null` when no event says it. */
  balanceAfter: bigint | null
  /** Who withdrew it from the EVM; absent for one in Cadence. */
  initiator?: EvmAddress
}

interface Deposit {
  kind: 'deposited'
  eventIndex: number
  token: string
  units: bigint
  /**
   * `null` when the vault is not stored in an account: two vaults outside of storage were merged.
   */
  to: Party | null
  toUuid: bigint
  depositedUuid: bigint
  /** `null` when no event says it. */
  balanceAfter: bigint | null
}

/** A transfer of tokens from one party to another, a mint, or a burn. */
export interface TokenTransfer {
  token: string
  units: bigint
  /** `null`: minted, or from a vault whose origin is not in this transaction. */
  from: Party | null
  /** `null`: burned, or stored without a deposit event. */
  to: Party | null
  /** Who started it in the EVM; `null`: the proposer of the transaction. */
  initiator: EvmAddress | null
  /**
   * Index of the event in the EVM, if one end is there; else of the deposit, or of the withdrawal when there is no
   * deposit.
   */
  eventIndex: number
  /** Index of the withdrawal event; `null` for an unknown origin. */
  withdrawalIndex: number | null
  /** Index of the deposit event; `null` when there is none. */
  depositIndex: number | null
  /** Index among the transfers of one event, such as one for each origin of a deposit. */
  splitIndex: number
  /** What the end in the EVM has after it; `null` when no event says it, and where no end is there. */
  evmBalance: bigint | null
  /** Whether the withdrawal left at most a hundredth of its amount in the vault. */
  isEmptied: boolean
  /** Whether the deposit is below 1/100,000 of the resulting balance, or below 0.001 FLOW. */
  isDust: boolean
}

/**
 * Fees, which are not transfers: everything that `feeAccounts` receive, and the token events at the
 * indexes `feeEvents`.
 */
export interface FeeFilter {
  feeAccounts: readonly Address[]
  feeEvents: ReadonlySet<number>
}

/**
 * The part of a vault outside of storage that came from one withdrawal; `null` for an unknown
 * origin.
 */
interface VaultPortion {
  origin: Withdrawal | null
  units: bigint
}

const EMPTIED_DIVISOR = 100n
const DUST_DIVISOR = 100_000n
/**
 * FLOW deposits below this amount are dust. It is the minimum balance of an account, so smaller
 * amounts cannot taint an empty one.
 */
const DUST_FLOW_UNITS = parseUfix64('0.001')

/**
 * Tracks vaults by uuid from the accounts they were withdrawn from to the accounts they were
 * deposited in, through any splits and merges outside of storage. Amounts merged from several
 * accounts are spent first in, first out, exact to the last unit. Fees, returned fees, and tokens
 * that end where they started are not transfers.
 */
export function decodeTokenTransfers(
  events: readonly TokenEvent[],
  { feeAccounts, feeEvents }: FeeFilter,
): TokenTransfer[] {
  const unstored = new Map<bigint, VaultPortion[]>()
  const transfers: UnnumberedTransfer[] = []
  const isFeeAccount = (party: Party) => feeAccounts.some((account) => account === party)
  const isPayment = ({ origin }: VaultPortion) =>
    origin === null || !feeEvents.has(origin.eventIndex)
  for (const event of events) {
    if (event.kind === 'withdrawn') {
      applyWithdrawal(unstored, event)
      continue
    }
    const portions = takePortions(unstored, event.depositedUuid, event.units)
    if (event.to === null) addPortions(unstored, event.toUuid, portions)
    else if (!isFeeAccount(event.to) && !feeEvents.has(event.eventIndex)) {
      transfers.push(...buildDepositTransfers(portions.filter(isPayment), event, event.to))
    }
  }
  return numberSplits([
    ...transfers,
    ...buildUndepositedTransfers([...unstored.values()].flat().filter(isPayment)),
  ])
}

export type UnnumberedTransfer = Omit<TokenTransfer, 'splitIndex'>

/** Numbers the transfers of each event from 0, in their order. */
export function numberSplits(transfers: readonly UnnumberedTransfer[]): TokenTransfer[] {
  const counts = new Map<number, number>()
  return transfers.map((transfer) => {
    const splitIndex = counts.get(transfer.eventIndex) ?? 0
    counts.set(transfer.eventIndex, splitIndex + 1)
    return { ...transfer, splitIndex }
  })
}

function applyWithdrawal(unstored: Map<bigint, VaultPortion[]>, event: Withdrawal): void {
  const portions =
    event.from === null
      ? takePortions(unstored, event.fromUuid, event.units)
      : [{ origin: event, units: event.units }]
  addPortions(unstored, event.withdrawnUuid, portions)
}

/** Takes `units` from the front of a vault outside of storage; any excess has an unknown origin. */
function takePortions(
  unstored: Map<bigint, VaultPortion[]>,
  uuid: bigint,
  units: bigint,
): VaultPortion[] {
  const held = unstored.get(uuid) ?? []
  const taken: VaultPortion[] = []
  let missing = units
  while (missing > 0n) {
    const first = held[0]
    if (first === undefined) break
    let part = missing
    if (first.units < part) part = first.units
    taken.push({ origin: first.origin, units: part })
    missing -= part
    if (part === first.units) held.shift()
    else held[0] = { origin: first.origin, units: first.units - part }
  }
  if (held.length === 0) unstored.delete(uuid)
  return missing > 0n ? [...taken, { origin: null, units: missing }] : taken
}

function addPortions(
  unstored: Map<bigint, VaultPortion[]>,
  uuid: bigint,
  portions: VaultPortion[],
): void {
  unstored.set(uuid, [...(unstored.get(uuid) ?? []), ...portions])
}

function buildDepositTransfers(
  portions: VaultPortion[],
  deposit: Deposit,
  to: Party,
): UnnumberedTransfer[] {
  const { token, eventIndex } = deposit
  const isDust = isDustDeposit(deposit)
  return sumByOrigin(portions)
    .filter(({ origin }) => origin?.from !== to)
    .map(({ origin, units }) => ({
      token,
      units,
      from: origin?.from ?? null,
      to,
      initiator: origin?.initiator ?? null,
      evmBalance: getEvmBalance(origin) ?? getEvmBalance(deposit),
      eventIndex: origin?.initiator === undefined ? eventIndex : origin.eventIndex,
      withdrawalIndex: origin?.eventIndex ?? null,
      depositIndex: eventIndex,
      isEmptied: isEmptied(origin),
      isDust,
    }))
}

function getEvmBalance(event: TokenEvent | null): bigint | null {
  const party = event?.kind === 'deposited' ? event.to : (event?.from ?? null)
  return event !== null && party !== null && isEvmAddress(party) ? event.balanceAfter : null
}

/** Returns whether a deposit is dust: below 1/100,000 of the resulting balance, or below 0.001 FLOW. */
export function isDustDeposit({
  token,
  units,
  balanceAfter,
}: Pick<Deposit, 'token' | 'units' | 'balanceAfter'>): boolean {
  return isDustOf(token, units) || (balanceAfter !== null && units * DUST_DIVISOR < balanceAfter)
}

/** Returns whether an amount is dust for everybody, whatever they have. */
export const isDustOf = (token: string, units: bigint): boolean =>
  units < DUST_FLOW_UNITS && isFlowVault(token)

/**
 * Builds the transfers of amounts that were withdrawn and not deposited by the end of the
 * transaction.
 */
function buildUndepositedTransfers(portions: VaultPortion[]): UnnumberedTransfer[] {
  return sumByOrigin(portions).flatMap(({ origin, units }) => {
    if (origin === null) return []
    const { token, from, eventIndex, initiator = null } = origin
    const ends = { from, to: null, initiator, evmBalance: getEvmBalance(origin) }
    const indexes = { eventIndex, withdrawalIndex: eventIndex, depositIndex: null }
    return [{ token, units, ...ends, ...indexes, isEmptied: isEmptied(origin), isDust: false }]
  })
}

/** Sums portions by withdrawal, in order of first appearance. */
function sumByOrigin(portions: VaultPortion[]): VaultPortion[] {
  const sums = new Map<Withdrawal | null, bigint>()
  for (const { origin, units } of portions) sums.set(origin, (sums.get(origin) ?? 0n) + units)
  return [...sums].filter(([, units]) => units > 0n).map(([origin, units]) => ({ origin, units }))
}

function isEmptied(origin: Withdrawal | null): boolean {
  if (origin === null || origin.balanceAfter === null) return false
  return origin.balanceAfter * EMPTIED_DIVISOR <= origin.units
}
