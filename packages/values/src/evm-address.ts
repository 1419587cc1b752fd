import { type Address, parseAddress } from './address.ts'

declare const evmAddressBrand: unique symbol

/** An address in Flow's EVM: `0x` and 40 hexadecimal digits in lower case. */
export type EvmAddress = `0x${string}` & { readonly [evmAddressBrand]: true }

/** Who can pay or be paid: an account of Flow, or an address in its EVM. */
export type Party = Address | EvmAddress

/** As an address in the EVM is written, in any letter case. */
export const EVM_ADDRESS_PATTERN = '^0x[0-9a-fA-F]{40}$'

const LOWER_CASE = /^0x[0-9a-f]{40}$/
const AS_WRITTEN = /^(0x)?[0-9a-fA-F]{40}$/

/**
 * Parses an address as events and people write it: with or without `0x`, in any letter case (a
 * checksum in the case of the letters is not compared). Throws `TypeError` on anything else.
 */
export function toEvmAddress(text: string): EvmAddress {
  if (!AS_WRITTEN.test(text)) throw new TypeError(`'${text}' is not an EVM address`)
  return `0x${text.slice(-40).toLowerCase()}` as EvmAddress
}

/** Returns whether a party is an address in the EVM, written as `toEvmAddress` returns it. */
export function isEvmAddress(party: string): party is EvmAddress {
  return LOWER_CASE.test(party)
}

/**
 * Parses an account or an address in the EVM, both with `0x` and in any letter case; `null` when it is
 * neither.
 */
export function parseParty(text: string): Party | null {
  const lower = text.toLowerCase()
  return isEvmAddress(lower) ? lower : parseAddress(lower)
}

export function toParty(text: string): Party {
  const party = parseParty(text)
  if (party === null) throw new TypeError(`'${text}' is neither an account nor an EVM address`)
  return party
}

/** The address that nobody has: the sender of minted and the recipient of burned tokens. */
export const ZERO_EVM_ADDRESS = toEvmAddress('0'.repeat(40))

/** Collects the gas of a run of transactions, before whoever sent them for others gets it. */
export const EVM_FEE_ACCOUNT = toEvmAddress(`${'0'.repeat(23)}3${'0'.repeat(16)}`)

/** Sends what is deposited from Cadence, and takes what is withdrawn to it. */
export const EVM_FLOW_BRIDGE = toEvmAddress(`${'0'.repeat(23)}1${'0'.repeat(16)}`)

/** With what the addresses of all Cadence-owned accounts begin; eight bytes follow. */
export const CADENCE_OWNED_PREFIX = `0x${'0'.repeat(23)}2`
const EXTENDED_PRECOMPILE_PREFIX = `0x${'0'.repeat(23)}1`
const PRECOMPILE = /^0x0{37}(100|0(?!00)[0-9a-f]{2})$/

/**
 * Returns whether the address belongs to a Cadence-owned account (COA), which a resource controls
 * and no key. Source of the prefixes: flow-go `fvm/evm/types/address.go`.
 */
export function isCadenceOwned(party: Party): party is EvmAddress {
  return party.startsWith(CADENCE_OWNED_PREFIX)
}

/** Returns whether code of the chain itself answers there: Ethereum's 0x01 to 0x100, and Flow's own. */
export function isPrecompile(address: EvmAddress): boolean {
  return PRECOMPILE.test(address) || address.startsWith(EXTENDED_PRECOMPILE_PREFIX)
}

/**
 * Shortens an address to its first `leading` and last `trailing` characters, joined by three dots. Of a
 * Cadence-owned account only the last 16 digits count: the others are the same for all.
 */
export function shortenParty(party: Party, leading = 6, trailing = 4): string {
  const isOwned = isEvmAddress(party) && isCadenceOwned(party)
  const digits = isOwned ? `0x${party.slice(-16)}` : party
  if (digits.length <= leading + trailing) return digits
  return `${digits.slice(0, leading)}...${digits.slice(-trailing)}`
}
