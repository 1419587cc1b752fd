import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { decodeSingleTransaction } from '@app/server/indexer/decode/decode-single-transaction.ts'
import { getEventKindByType } from '@app/server/indexer/decode/event-kinds.ts'
import type { Network } from '@app/values/network.ts'
import { type CommunityEvent, decodeCommunityEvents } from './decode-community-events.ts'
import { readBlock } from './read-block.ts'

/** A transaction by its id, and the block that it should be in. */
export interface CitedTransaction {
  txId: string
  height: number
}

/**
 * The indexer's rows of a transaction, and what it did in the contracts; `null` when the block has no
 * such transaction.
 */
export type CitedRows =
  | (ReturnType<typeof decodeSingleTransaction> & { communityEvents: CommunityEvent[] })
  | null

/** Reads a cited transaction from a node, with the decoding that the indexer uses. */
export async function readCitedTransaction(
  flow: FlowReader,
  network: Network,
  { txId, height }: CitedTransaction,
): Promise<CitedRows> {
  const block = await readBlock(flow, height)
  if (block === null) return null
  const { blockId, events: own } = await flow.getTransactionResult(txId)
  const blockRef = { height, blockId: block.id, blockTimeMs: block.timeMs }
  const events =
    blockId === block.id
      ? own.map((event) => ({ ...event, ...blockRef }))
      : await searchBlock(flow, network, { txId, height })
  if (events.length === 0 && blockId !== block.id) return null
  return {
    ...decodeSingleTransaction(events, network),
    communityEvents: decodeCommunityEvents(events, network),
  }
}

/** Searches the events of a block: system transactions have the same id in every block, and a node returns only one by id. */
async function searchBlock(
  flow: FlowReader,
  network: Network,
  { txId, height }: CitedTransaction,
): Promise<ChainEvent[]> {
  const types = [...getEventKindByType(network).keys()]
  const events = await Promise.all(types.map((type) => flow.getEvents(type, height, height)))
  const own = events.flat().filter((event) => event.txId === txId)
  return own.sort((a, b) => a.eventIndex - b.eventIndex)
}
