import { buildEventTypeId, type EventName } from '@app/contracts/resolve-imports.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import { MAX_EVENT_BLOCKS } from '@app/flow/read/read-events.ts'
import type { Chain } from '../create-chain.ts'

/** Reads all events of a type, such as 'DharmaRecheck.RecheckDue', in the blocks above a height. */
export async function readEventsSince(
  { flow }: Chain,
  name: EventName,
  height: number,
): Promise<ChainEvent[]> {
  const type = buildEventTypeId(name, 'local')
  const tip = await flow.getLatestBlock()
  const events: ChainEvent[] = []
  for (let from = height + 1; from <= tip.height; from += MAX_EVENT_BLOCKS) {
    const to = Math.min(from + MAX_EVENT_BLOCKS - 1, tip.height)
    events.push(...(await flow.getEvents(type, from, to)))
  }
  return events
}
