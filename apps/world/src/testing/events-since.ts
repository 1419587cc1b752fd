import { contractAddress } from '@app/contracts/resolve-imports.ts'
import type { ChainEvent } from '@app/flow/read/chain.ts'
import type { Chain } from '../chain/create-chain.ts'

/** Events such as 'DharmaRecheck.RecheckDue' in all blocks above a height, 250 at most. */
export async function eventsSince(
  { flow }: Chain,
  name: `${string}.${string}`,
  height: number,
): Promise<ChainEvent[]> {
  const [contract = ''] = name.split('.')
  const type = `A.${contractAddress(contract, 'local').slice(2)}.${name}`
  const tip = await flow.latestBlock()
  return tip.height > height ? flow.events(type, height + 1, tip.height) : []
}
