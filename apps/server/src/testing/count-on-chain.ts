import { buildEventTypeId, type EventName } from '@app/contracts/resolve-imports.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Address } from '@app/values/address.ts'

/** Counts the flags and proposals about an address in the blocks of a local chain. */
export async function countOnChain(
  reader: FlowReader,
  address: Address,
): Promise<{ flags: number; proposals: number }> {
  const [flags, proposals] = [
    await readEvents(reader, 'DharmaProtection.Flagged'),
    await readEvents(reader, 'DharmaGovernance.ProposalCreated'),
  ]
  return {
    flags: flags.filter(({ fields }) => fields.address === address).length,
    proposals: proposals.filter(({ fields }) => fields.target === address).length,
  }
}

async function readEvents(reader: FlowReader, name: EventName): Promise<ChainEvent[]> {
  const { height } = await reader.getLatestBlock()
  const type = buildEventTypeId(name, 'local')
  const found: ChainEvent[] = []
  for (let from = 0; from <= height; from += 250)
    found.push(...(await reader.getEvents(type, from, Math.min(height, from + 249))))
  return found
}
