import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { MAX_EVENT_BLOCKS } from '@app/flow/read/read-events.ts'

/** A range of blocks, both ends inclusive. */
export interface ScanRange {
  fromHeight: number
  toHeight: number
}

export interface ScanOptions {
  types: readonly string[]
  onBlock(height: number): void
}

/** Reads all events of some types in a range, in the order of the chain. */
export async function scanEvents(
  flow: FlowReader,
  { fromHeight, toHeight }: ScanRange,
  { types, onBlock }: ScanOptions,
): Promise<ChainEvent[]> {
  const found: ChainEvent[] = []
  for (let from = fromHeight; from <= toHeight; from += MAX_EVENT_BLOCKS) {
    const to = Math.min(from + MAX_EVENT_BLOCKS - 1, toHeight)
    const events = await Promise.all(types.map((type) => flow.getEvents(type, from, to)))
    found.push(...events.flat().sort(compareOnChain))
    onBlock(to)
  }
  return found
}

const compareOnChain = (one: ChainEvent, other: ChainEvent): number =>
  one.height - other.height || one.txIndex - other.txIndex || one.eventIndex - other.eventIndex
