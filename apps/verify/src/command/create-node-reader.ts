import { resolve } from 'node:path'
import { createFlowReader, type FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { readConfig } from '@app/server/config.ts'
import { withChainCheck } from '@app/server/flow-access/with-chain-check.ts'
import type { Network } from '@app/values/network.ts'
import type { FileOptions } from './file-options.ts'
import { readWorldUrls, resolveNodeUrl } from './resolve-urls.ts'

const WORLD_FILE = resolve('.dharma', 'world.json')

/**
 * Creates the reader of the access node of a network; `null` with --offline. Throws `FatalError` for a local
 * network whose world is not running here.
 */
export async function createNodeReader(
  network: Network,
  { node, isOffline }: Pick<FileOptions, 'node' | 'isOffline'>,
): Promise<FlowReader | null> {
  if (isOffline) return null
  const world = await readWorldUrls(WORLD_FILE)
  const accessNode = resolveNodeUrl({ node, api: null }, network, world)
  const config = readConfig({ FLOW_NETWORK: network, FLOW_ACCESS_NODE: accessNode })
  return withChainCheck(createFlowReader(config.flow), network)
}
