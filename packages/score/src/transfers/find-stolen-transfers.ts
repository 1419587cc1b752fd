import type { Transfer } from './transfer.ts'

/**
 * Finds the transfers that thieves stole, as opposed to those that the wallet sent them: transfers
 * that another account proposed, and the one that emptied the wallet of a token by its own
 * proposal, if it is the only one it proposed to that thief in that token. A wallet emptied once is
 * a victim; one that empties itself to the same account repeatedly is not.
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
