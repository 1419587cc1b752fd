import type { ChainEvent } from '@app/flow/read/chain.ts'

/**
 * Groups events by transaction in execution order, without duplicates. Groups by block and id:
 * system transactions have the same id in every block.
 */
export function groupEvents(events: readonly ChainEvent[]): [ChainEvent, ...ChainEvent[]][] {
  const transactions = new Map<string, Map<number, ChainEvent>>()
  for (const event of events) {
    const key = `${event.height} ${event.txId}`
    const own = transactions.get(key) ?? new Map<number, ChainEvent>()
    transactions.set(key, own.set(event.eventIndex, event))
  }
  return [...transactions.values()].flatMap((own) => {
    const [first, ...rest] = [...own.values()].sort((a, b) => a.eventIndex - b.eventIndex)
    return first === undefined ? [] : [[first, ...rest]]
  })
}
