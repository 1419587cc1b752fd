import type { Address } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { isFlowVault } from '@app/values/flow-vault.ts'

/** FungibleToken.Withdrawn and Deposited of one transaction, in the order of the chain. */
export type TokenEvent = Withdrawal | Deposit

export interface Withdrawal {
  kind: 'withdrawn'
  eventIndex: number
  token: string
  units: bigint
  /** `null` when the vault lies in no account: it was taken out, or minted. */
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
  /** `null` when the vault lies in no account: two loose vaults were merged. */
  to: Address | null
  toUuid: bigint
  depositedUuid: bigint
  balanceAfter: bigint
}

/** Money that went from one account to another, or came into being, or went out of sight. */
export interface TokenTransfer {
  token: string
  units: bigint
  /** `null`: minted, or out of a vault whose origin this transaction does not show. */
  from: Address | null
  /** `null`: burned, or kept where no deposit shows it. */
  to: Address | null
  /** Of the deposit, or of the withdrawal where nothing was deposited. */
  eventIndex: number
  /** Counts the origins of one deposit. */
  splitIndex: number
  /** The withdrawal left at most a hundredth of its amount behind. */
  isEmptied: boolean
  /** The deposit is below 1/100,000 of the balance that it made, or below 0.001 FLOW. */
  isDust: boolean
}

/** What is no payment: all that `feeAccounts` receive, and what the token events of `feeEvents` move. */
export interface FeeFilter {
  feeAccounts: readonly Address[]
  feeEvents: ReadonlySet<number>
}

/** Part of a loose vault that came out of one withdrawal; `null` for what came from nowhere. */
interface VaultPortion {
  origin: Withdrawal | null
  units: bigint
}

const EMPTIED_DIVISOR = 100n
const DUST_DIVISOR = 100_000n
/** What an account must hold to exist at all, so that nobody taints an empty one with less. */
const DUST_FLOW_UNITS = parseUfix64('0.001')

/**
 * Follows vaults by their uuid from the accounts they were withdrawn from to the accounts they were
 * deposited in, through any splits and merges of loose vaults. What several accounts put together is
 * paid out in the order in which it came in, exact to the last unit. Fees, fees that are returned, and
 * money that comes back to where it was, are no transfers.
 */
export function decodeTokenTransfers(
  events: readonly TokenEvent[],
  { feeAccounts, feeEvents }: FeeFilter,
): TokenTransfer[] {
  const loose = new Map<bigint, VaultPortion[]>()
  const transfers: TokenTransfer[] = []
  const isPayment = ({ origin }: VaultPortion) =>
    origin === null || !feeEvents.has(origin.eventIndex)
  for (const event of events) {
    if (event.kind === 'withdrawn') {
      applyWithdrawal(loose, event)
      continue
    }
    const parcels = takeDeposited(loose, event)
    if (event.to === null) addPortions(loose, event.toUuid, parcels)
    else if (!feeAccounts.includes(event.to) && !feeEvents.has(event.eventIndex)) {
      transfers.push(...buildDepositTransfers(parcels.filter(isPayment), event, event.to))
    }
  }
  return [...transfers, ...buildUndepositedTransfers([...loose.values()].flat().filter(isPayment))]
}

function applyWithdrawal(loose: Map<bigint, VaultPortion[]>, event: Withdrawal): void {
  const parcels =
    event.from === null
      ? takePortions(loose, event.fromUuid, event.units)
      : [{ origin: event, units: event.units }]
  addPortions(loose, event.withdrawnUuid, parcels)
}

/** A deposit empties the vault it is given. */
function takeDeposited(
  loose: Map<bigint, VaultPortion[]>,
  { depositedUuid, units }: Deposit,
): VaultPortion[] {
  return takePortions(loose, depositedUuid, units)
}

/** Takes `units` from the front of a loose vault; what it is not known to hold came from nowhere. */
function takePortions(
  loose: Map<bigint, VaultPortion[]>,
  uuid: bigint,
  units: bigint,
): VaultPortion[] {
  const held = loose.get(uuid) ?? []
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
  if (held.length === 0) loose.delete(uuid)
  return missing > 0n ? [...taken, { origin: null, units: missing }] : taken
}

function addPortions(
  loose: Map<bigint, VaultPortion[]>,
  uuid: bigint,
  parcels: VaultPortion[],
): void {
  loose.set(uuid, [...(loose.get(uuid) ?? []), ...parcels])
}

function buildDepositTransfers(
  parcels: VaultPortion[],
  deposit: Deposit,
  to: Address,
): TokenTransfer[] {
  const { token, eventIndex } = deposit
  const isDust = isDustDeposit(deposit)
  return sumByOrigin(parcels)
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

/** What was withdrawn and is in no account when the transaction ends. */
function buildUndepositedTransfers(parcels: VaultPortion[]): TokenTransfer[] {
  return sumByOrigin(parcels).flatMap(({ origin, units }) => {
    if (origin === null) return []
    const { token, from, eventIndex } = origin
    const isDust = false
    // A deposit and a withdrawal never share an event index, so split index 0 is free.
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

/** One parcel for each withdrawal, in the order of first appearance. */
function sumByOrigin(parcels: VaultPortion[]): VaultPortion[] {
  const sums = new Map<Withdrawal | null, bigint>()
  for (const { origin, units } of parcels) sums.set(origin, (sums.get(origin) ?? 0n) + units)
  return [...sums].filter(([, units]) => units > 0n).map(([origin, units]) => ({ origin, units }))
}

function isEmptied(origin: Withdrawal | null): boolean {
  return origin !== null && origin.balanceAfter * EMPTIED_DIVISOR <= origin.units
}
