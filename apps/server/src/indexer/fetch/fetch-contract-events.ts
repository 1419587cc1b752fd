import type { BlockEvents } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { ContractEventTypes } from '../decode/contract-events.ts'
import type { BlockRange } from '../next-range.ts'

/** Fetches the events of the Dharma contracts in a range of blocks, one response for each type. */
export async function fetchContractEvents(
  flow: Pick<FlowReader, 'getEventsByBlock'>,
  { leading, following }: ContractEventTypes,
  { fromHeight, toHeight }: BlockRange,
): Promise<BlockEvents[][]> {
  const fetchAll = (types: readonly string[]) =>
    Promise.all(types.map((type) => flow.getEventsByBlock(type, fromHeight, toHeight)))
  const first = await fetchAll(leading)
  const isEmpty = first.flat().every(({ events }) => events.length === 0)
  return isEmpty ? first : [...first, ...(await fetchAll(following))]
}
