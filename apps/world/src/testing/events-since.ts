import { type EventName, eventType } from '@app/contracts/event-type.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import { MAX_EVENT_BLOCKS } from '@app/flow/read/read-events.ts'
import type { Chain } from '../chain/create-chain.ts'

/** Events such as 'DharmaRecheck.RecheckDue' in all blocks above a height. */
export async function eventsSince(
  { flow }: Chain,
  name: EventName,
  height: number,
): Promise<ChainEvent[]> {
  const type = eventType(name, 'local')
  const tip = await flow.latestBlock()
  const events: ChainEvent[] = []
  for (let from = height + 1; from <= tip.height; from += MAX_EVENT_BLOCKS) {
    const to = Math.min(from + MAX_EVENT_BLOCKS - 1, tip.height)
    events.push(...(await flow.events(type, from, to)))
  }
  return events
}
