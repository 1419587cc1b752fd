import { type Address, parsePastedAddress } from '@app/values/address.ts'

const PARAMETER = 'compare'

/** Returns the path at which two wallets stand side by side; it can be shared. */
export const buildComparePath = (address: Address, other: Address): string =>
  `/wallet/${address}?${PARAMETER}=${other}`

/** Returns the wallet that a URL asks to compare with `address`; null for none, and for the same wallet. */
export function readCompared(search: string, address: Address | null): Address | null {
  const other = parsePastedAddress(new URLSearchParams(search).get(PARAMETER) ?? '')
  return other === address ? null : other
}
