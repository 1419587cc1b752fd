import type { Address } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { isFlowVault } from '@app/values/tokens/flow-vault.ts'

/** A FungibleToken.Withdrawn or Deposited event of one transaction, in execution order. */
export type TokenEvent = Withdrawal | Deposit

export interface Withdrawal {
  kind: 'withdrawn'
  eventIndex: number
  token: string
  units: bigint
  /** `null` when the vault is not stored in an account: it was moved out earlier, or minted. */
  from: Address | null
  fromUuid: bigint
  withdrawnUuid: bigint
  balanceAfter: bigint
}

export interface Deposit {
  kind: 'deposited'
  eventIndex: number
  token: string
  units: bigint
  /**
   * `null` when the vault is not stored in an account: two vaults outside of storage were merged.
   */
  to: Address | null
  toUuid: bigint
  depositedUuid: bigint
  balanceAfter: bigint
}

/** A transfer of tokens from one account to another, a mint, or a burn. */
export interface TokenTransfer {
  token: string
  units: bigint
  /** `null`: minted, or from a vault whose origin is not in this transaction. */
  from: Address | null
  /** `null`: burned, or stored without a deposit event. */
  to: Address | null
  /** Index of the deposit event, or of the withdrawal when there is no deposit. */
  eventIndex: number
  /** Index among the transfers of one deposit, one for each origin. */
  splitIndex: number
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
  const transfers: TokenTransfer[] = []
  const isPayment = ({ origin }: VaultPortion) =>
    origin === null || !feeEvents.has(origin.eventIndex)
  for (const event of events) {
    if (event.kind === 'withdrawn') {
      applyWithdrawal(unstored, event)
      continue
    }
    const portions = takeDeposited(unstored, event)
    if (event.to === null) addPortions(unstored, event.toUuid, portions)
    else if (!feeAccounts.includes(event.to) && !feeEvents.has(event.eventIndex)) {
      transfers.push(...buildDepositTransfers(portions.filter(isPayment), event, event.to))
    }
  }
  return [
    ...transfers,
    ...buildUndepositedTransfers([...unstored.values()].flat().filter(isPayment)),
  ]
}

function applyWithdrawal(unstored: Map<bigint, VaultPortion[]>, event: Withdrawal): void {
  const portions =
    event.from === null
      ? takePortions(unstored, event.fromUuid, event.units)
      : [{ origin: event, units: event.units }]
  addPortions(unstored, event.withdrawnUuid, portions)
}

/** Takes all portions of the deposited vault. */
function takeDeposited(
  unstored: Map<bigint, VaultPortion[]>,
  { depositedUuid, units }: Deposit,
): VaultPortion[] {
  return takePortions(unstored, depositedUuid, units)
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
  to: Address,
): TokenTransfer[] {
  const { token, eventIndex } = deposit
  const isDust = isDustDeposit(deposit)
  return sumByOrigin(portions)
    .filter(({ origin }) => origin?.from !== to)
    .map(({ origin, units }, splitIndex) => {
      const from = origin?.from ?? null
      return {
        token,
        units,
        from,
        to,
        eventIndex,
        splitIndex,
        isEmptied: isEmptied(origin),
        isDust,
      }
    })
}

function isDustDeposit({ token, units, balanceAfter }: Deposit): boolean {
  return units * DUST_DIVISOR < balanceAfter || (units < DUST_FLOW_UNITS && isFlowVault(token))
}

/**
 * Builds the transfers of amounts that were withdrawn and not deposited by the end of the
 * transaction.
 */
function buildUndepositedTransfers(portions: VaultPortion[]): TokenTransfer[] {
  return sumByOrigin(portions).flatMap(({ origin, units }) => {
    if (origin === null) return []
    const { token, from, eventIndex } = origin
    const isDust = false
    // A deposit and a withdrawal never have the same event index, so split index 0 is unused.
    return [
      {
        token,
        units,
        from,
        to: null,
        eventIndex,
        splitIndex: 0,
        isEmptied: isEmptied(origin),
        isDust,
      },
    ]
  })
}

/** Sums portions by withdrawal, in order of first appearance. */
function sumByOrigin(portions: VaultPortion[]): VaultPortion[] {
  const sums = new Map<Withdrawal | null, bigint>()
  for (const { origin, units } of portions) sums.set(origin, (sums.get(origin) ?? 0n) + units)
  return [...sums].filter(([, units]) => units > 0n).map(([origin, units]) => ({ origin, units }))
}

function isEmptied(origin: Withdrawal | null): boolean {
  return origin !== null && origin.balanceAfter * EMPTIED_DIVISOR <= origin.units
}
