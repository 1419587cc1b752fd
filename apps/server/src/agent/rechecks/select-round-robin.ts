import type { Address } from '@app/values/address.ts'

/**
 * Returns `count` of the addresses in ascending order, beginning after `last` and going on with the lowest
 * after the highest: calls that pass the last one returned reach every address, whatever becomes of the others.
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
