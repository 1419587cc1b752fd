import type { BlockEvents } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { ContractEventTypes } from '../decode/contract-events.ts'
import type { BlockRange } from '../next-range.ts'

/**
 * Fetches the events of the Dharma contracts in a range of blocks, one response for each type, except
 * those of guarded vaults.
 */
export async function fetchContractEvents(
  flow: Pick<FlowReader, 'getEventsByBlock'>,
  { leading, following, records }: ContractEventTypes,
  range: BlockRange,
): Promise<BlockEvents[][]> {
  const [first, published] = await Promise.all([
    fetchEventTypes(flow, leading, range),
    fetchEventTypes(flow, records, range),
  ])
  const isEmpty = first.flat().every(({ events }) => events.length === 0)
  const rest = isEmpty ? [] : await fetchEventTypes(flow, following, range)
  return [...first, ...published, ...rest]
}

/** Fetches the events of each type in a range of blocks, in one response for each type. */
export function fetchEventTypes(
  flow: Pick<FlowReader, 'getEventsByBlock'>,
  types: readonly string[],
  { fromHeight, toHeight }: BlockRange,
): Promise<BlockEvents[][]> {
  return Promise.all(types.map((type) => flow.getEventsByBlock(type, fromHeight, toHeight)))
}
