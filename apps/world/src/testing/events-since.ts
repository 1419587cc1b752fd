import { type EventName, eventType } from '@app/contracts/event-type.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { Chain } from '../chain/create-chain.ts'

/** Events such as 'DharmaRecheck.RecheckDue' in all blocks above a height, 250 at most. */
export async function eventsSince(
  { flow }: Chain,
  name: EventName,
  height: number,
): Promise<ChainEvent[]> {
  const type = eventType(name, 'local')
  const tip = await flow.latestBlock()
  return tip.height > height ? flow.events(type, height + 1, tip.height) : []
}
