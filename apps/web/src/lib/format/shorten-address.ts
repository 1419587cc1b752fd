/** Shortens an address to its first `leading` and last `trailing` characters, joined by three dots. */
export function shortenAddress(address: string, leading = 6, trailing = 4): string {
  if (address.length <= leading + trailing) return address
  return `${address.slice(0, leading)}...${address.slice(-trailing)}`
}
