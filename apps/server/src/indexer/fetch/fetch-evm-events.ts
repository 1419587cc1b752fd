import { listEvmEventTypes } from '@app/flow/evm/decode-evm-event.ts'
import type { BlockEvents, BlockRange } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { buildSystemTypeId } from '@app/flow/read/system-contracts.ts'
import type { Network } from '@app/values/network.ts'

/**
 * Fetches the events of the EVM in a range of blocks, one response for each type. Whatever happens there is
 * an executed transaction, too: where there is none, the other types are not requested.
 */
export async function fetchEvmEvents(
  flow: Pick<FlowReader, 'getEventsByBlock'>,
  network: Network,
  { fromHeight, toHeight }: BlockRange,
): Promise<BlockEvents[][]> {
  const executedType = buildSystemTypeId(network, 'EVM', 'TransactionExecuted')
  const executed = await flow.getEventsByBlock(executedType, fromHeight, toHeight)
  if (executed.every(({ events }) => events.length === 0)) return [executed]
  const others = listEvmEventTypes(network).filter((type) => type !== executedType)
  const answers = others.map((type) => flow.getEventsByBlock(type, fromHeight, toHeight))
  return [executed, ...(await Promise.all(answers))]
}
