import type { Transfer } from './transfer.ts'

/**
 * What the robbers took from the wallet, rather than were sent: transfers that somebody else proposed,
 * and the one that emptied the wallet of a token by its own proposal, if that is all it sent them of it.
 * A wallet emptied once is a victim's; one that empties itself into the same hands again and again is not.
 */
export function findStolenTransfers(
  thieves: ReadonlySet<string>,
  transfers: readonly Transfer[],
): Set<Transfer> {
  const lost = transfers.filter(
    ({ direction, counterparty }) =>
      direction === 'out' && counterparty !== null && thieves.has(counterparty),
  )
  const byPair = Map.groupBy(lost, ({ counterparty, token }) => `${counterparty} ${token}`)
  return new Set([...byPair.values()].flatMap(findStolenInPair))
}

function findStolenInPair(transfers: Transfer[]): Transfer[] {
  const proposed = transfers.filter(({ isSwept }) => !isSwept)
  const isEmptiedOnce = proposed.length === 1 && proposed[0]?.isEmptied === true
  return isEmptiedOnce ? transfers : transfers.filter(({ isSwept }) => isSwept)
}
