import type { Address } from '@app/values/address.ts'

/**
 * Returns up to `count` addresses in ascending order, starting after `last` and wrapping around to
 * the lowest. Repeated calls with the last returned address reach every address.
 */
export function selectRoundRobin(
  addresses: readonly Address[],
  last: Address | null,
  count: number,
): Address[] {
  const ordered = [...addresses].sort()
  const isLater = (address: Address) => last === null || address > last
  const later = ordered.filter(isLater)
  const others = ordered.filter((address) => !isLater(address))
  return [...later, ...others].slice(0, count)
}
