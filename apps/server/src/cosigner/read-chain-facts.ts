import { NodeNotFoundError } from '@app/flow/errors.ts'
import type { Block } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { EXPIRY_BLOCKS } from '@app/flow/send/transaction.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import type { ChainFacts } from './exchange/verify-letter.ts'
import { parseLetter } from './mailbox/parse-letter.ts'
import type { Letter } from './mailbox/write-letters.ts'

/** Blocks asked for in one step, so that a full mailbox costs little. */
const MAX_BLOCKS_PER_STEP = 10

interface FactsQuery {
  network: Network
  tip: Block
  dao: Address
}

/**
 * Reads the keys of the DAO at the very height of the tip. Throws `NodeNotFoundError` when the node
 * does not have the account.
 */
export async function readChainFacts(
  flow: FlowReader,
  { network, tip, dao }: FactsQuery,
): Promise<Omit<ChainFacts, 'blockIds'>> {
  const account = await flow.getAccount(dao, tip.height)
  if (account === null) throw new NodeNotFoundError(`The node has no account ${dao}, the DAO.`)
  return { network, dao, tip, keys: account.keys.filter(({ isRevoked }) => !isRevoked) }
}

/**
 * Asks the own node for the blocks to which letters refer, and keeps those that a transaction may
 * still refer to in `blockIds`.
 */
export async function readReferencedBlocks(
  flow: FlowReader,
  letters: readonly Letter[],
  { tip, blockIds }: { tip: ChainFacts['tip']; blockIds: Map<number, string> },
): Promise<void> {
  const isUsable = (height: number) => height <= tip.height && height >= tip.height - EXPIRY_BLOCKS
  for (const height of blockIds.keys()) if (!isUsable(height)) blockIds.delete(height)
  const heights = letters.flatMap((letter) => {
    const parsed = parseLetter(letter)
    return 'problem' in parsed ? [] : [parsed.referenceHeight]
  })
  const missing = new Set(heights.filter((height) => isUsable(height) && !blockIds.has(height)))
  for (const height of [...missing].slice(0, MAX_BLOCKS_PER_STEP)) {
    blockIds.set(height, (await flow.getBlockAtHeight(height)).id)
  }
}
