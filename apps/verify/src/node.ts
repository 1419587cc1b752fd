import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { NodeBehindError, NodeNotFoundError, NodeRefusedError } from '@app/flow/errors.ts'
import type { Block } from '@app/flow/read/chain.ts'
import { createFlowReader, type FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { readConfig } from '@app/server/config.ts'
import { withChainCheck } from '@app/server/flow-access/with-chain-check.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'

/** URLs of a running local world. */
export interface WorldUrls {
  api: string
  emulator: string
}

/** Where the world of `npm start` writes its URLs. */
const WORLD_FILE = resolve('.dharma', 'world.json')

/** Reads the URLs of the running world; `null` when none is running. */
export const readWorldUrls = (): Promise<WorldUrls | null> =>
  readFile(WORLD_FILE, 'utf8')
    .then(JSON.parse)
    .catch(() => null)

/** URLs of the command line; `null` where none is given. */
interface GivenUrls {
  api: string | null
  node: string | null
}

const DEFAULT_API = 'http://localhost:3001'

/** Returns the URL of the API. */
export const resolveApiUrl = ({ api }: Pick<GivenUrls, 'api'>, world: WorldUrls | null): string =>
  api ?? world?.api ?? DEFAULT_API

/** Returns the URL of the node. Throws `FatalError` for a local network whose world is not running here. */
export function resolveNodeUrl(
  given: GivenUrls,
  network: Network,
  world: WorldUrls | null,
): string {
  if (given.node !== null) return given.node
  if (NETWORKS[network].isPublic) return readConfig({ FLOW_NETWORK: network }).flow.accessNodeUrl
  if (world !== null && resolveApiUrl(given, world) === world.api) return world.emulator
  throw new FatalError(
    'Set the access node of this local network with --node URL, or check a file alone with --offline.',
  )
}

/** Creates the reader of a node, whose calls fail when it is of another network. */
export function connectToNode(network: Network, nodeUrl: string): FlowReader {
  const config = readConfig({ FLOW_NETWORK: network, FLOW_ACCESS_NODE: nodeUrl })
  return withChainCheck(createFlowReader(config.flow), network)
}

/** Reads the block at a height; `null` when the chain has none. Throws `FatalError` when the node no longer has it. */
export async function readBlock(flow: FlowReader, height: number): Promise<Block | null> {
  try {
    return await flow.getBlockAtHeight(height)
  } catch (error) {
    if (!isMissingDataError(error)) throw error
    const { nodeRootHeight } = await flow.getNodeVersion()
    if (height < 0 || height >= nodeRootHeight) return null
    throw new FatalError(
      `The node only has blocks from ${nodeRootHeight} on, but block ${height} is needed: use a node that has it with --node.`,
      { cause: error },
    )
  }
}

const NOT_FOUND_ERRORS = [NodeNotFoundError, NodeRefusedError, NodeBehindError]

/** Returns whether an error means that the node does not have the requested data. */
export const isMissingDataError = (error: unknown): boolean =>
  NOT_FOUND_ERRORS.some((kind) => error instanceof kind)
