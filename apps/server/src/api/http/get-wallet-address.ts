import { type Address, parseAddress } from '@app/values/address.ts'

/** Returns the address that signed the body of a request, as the body claims; else `null`. */
export function getWalletAddress(body: unknown): Address | null {
  if (typeof body !== 'object' || body === null || !('wallet' in body)) return null
  const { wallet } = body
  if (typeof wallet !== 'object' || wallet === null || !('address' in wallet)) return null
  return typeof wallet.address === 'string' ? parseAddress(wallet.address) : null
}
