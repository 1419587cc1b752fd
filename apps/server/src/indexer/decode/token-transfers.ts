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
  part: number
  /** The withdrawal left at most a hundredth of its amount behind. */
  isEmptied: boolean
  /** The deposit is below 1/100,000 of the balance that it made, or below 0.001 FLOW. */
  isDust: boolean
}

/** What is no payment: all that `feeAccounts` receive, and what the token events of `feeEvents` move. */
export interface Fees {
  feeAccounts: readonly Address[]
  feeEvents: ReadonlySet<number>
}

/** Part of a loose vault that came out of one withdrawal; `null` for what came from nowhere. */
interface Parcel {
  origin: Withdrawal | null
  units: bigint
}

const EMPTIED_SHARE = 100n
const DUST_SHARE = 100_000n
/** What an account must hold to exist at all, so that nobody taints an empty one with less. */
const DUST_FLOW = parseUfix64('0.001')

/**
 * Follows vaults by their uuid from the accounts they were withdrawn from to the accounts they were
 * deposited in, through any splits and merges of loose vaults. What several accounts put together is
 * paid out in the order in which it came in, exact to the last unit. Fees, fees that are returned, and
 * money that comes back to where it was, are no transfers.
 */
export function tokenTransfers(
  events: readonly TokenEvent[],
  { feeAccounts, feeEvents }: Fees,
): TokenTransfer[] {
  const loose = new Map<bigint, Parcel[]>()
  const transfers: TokenTransfer[] = []
  const isNoFee = ({ origin }: Parcel) => origin === null || !feeEvents.has(origin.eventIndex)
  for (const event of events) {
    if (event.kind === 'withdrawn') {
      withdraw(loose, event)
      continue
    }
    const parcels = takeAll(loose, event)
    if (event.to === null) put(loose, event.toUuid, parcels)
    else if (!feeAccounts.includes(event.to) && !feeEvents.has(event.eventIndex)) {
      transfers.push(...arrivals(parcels.filter(isNoFee), event, event.to))
    }
  }
  return [...transfers, ...departures([...loose.values()].flat().filter(isNoFee))]
}

function withdraw(loose: Map<bigint, Parcel[]>, event: Withdrawal): void {
  const parcels =
    event.from === null
      ? take(loose, event.fromUuid, event.units)
      : [{ origin: event, units: event.units }]
  put(loose, event.withdrawnUuid, parcels)
}

/** A deposit empties the vault it is given. */
function takeAll(loose: Map<bigint, Parcel[]>, { depositedUuid, units }: Deposit): Parcel[] {
  return take(loose, depositedUuid, units)
}

/** Takes `units` from the front of a loose vault; what it is not known to hold came from nowhere. */
function take(loose: Map<bigint, Parcel[]>, uuid: bigint, units: bigint): Parcel[] {
  const held = loose.get(uuid) ?? []
  const taken: Parcel[] = []
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

function put(loose: Map<bigint, Parcel[]>, uuid: bigint, parcels: Parcel[]): void {
  loose.set(uuid, [...(loose.get(uuid) ?? []), ...parcels])
}

function arrivals(parcels: Parcel[], deposit: Deposit, to: Address): TokenTransfer[] {
  const { token, eventIndex } = deposit
  const isDust = isDustOf(deposit)
  return byOrigin(parcels)
    .filter(({ origin }) => origin?.from !== to)
    .map(({ origin, units }, part) => {
      const from = origin?.from ?? null
      return { token, units, from, to, eventIndex, part, isEmptied: isEmptied(origin), isDust }
    })
}

function isDustOf({ token, units, balanceAfter }: Deposit): boolean {
  return units * DUST_SHARE < balanceAfter || (units < DUST_FLOW && isFlowVault(token))
}

/** What was withdrawn and is in no account when the transaction ends. */
function departures(parcels: Parcel[]): TokenTransfer[] {
  return byOrigin(parcels).flatMap(({ origin, units }) => {
    if (origin === null) return []
    const { token, from, eventIndex } = origin
    const isDust = false
    // A deposit and a withdrawal never share an event index, so part 0 is free.
    return [
      { token, units, from, to: null, eventIndex, part: 0, isEmptied: isEmptied(origin), isDust },
    ]
  })
}

/** One parcel for each withdrawal, in the order of first appearance. */
function byOrigin(parcels: Parcel[]): Parcel[] {
  const sums = new Map<Withdrawal | null, bigint>()
  for (const { origin, units } of parcels) sums.set(origin, (sums.get(origin) ?? 0n) + units)
  return [...sums].filter(([, units]) => units > 0n).map(([origin, units]) => ({ origin, units }))
}

function isEmptied(origin: Withdrawal | null): boolean {
  return origin !== null && origin.balanceAfter * EMPTIED_SHARE <= origin.units
}
