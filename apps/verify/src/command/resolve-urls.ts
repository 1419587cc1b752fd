import { readFile } from 'node:fs/promises'
import { readConfig } from '@app/server/config.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import type { VerifyOptions } from './options.ts'

/** URLs of a running local world. */
export interface WorldUrls {
  api: string
  emulator: string
}

/** Default URL of a server. */
const DEFAULT_API = 'http://localhost:3001'

/** Reads the URLs of the running world; `null` when none is running. */
export async function readWorldUrls(worldFile: string): Promise<WorldUrls | null> {
  try {
    return JSON.parse(await readFile(worldFile, 'utf8'))
  } catch {
    return null
  }
}

/** Returns the URL of the API. */
export function resolveApiUrl(
  { api }: Pick<VerifyOptions, 'api'>,
  world: WorldUrls | null,
): string {
  return api ?? world?.api ?? DEFAULT_API
}

/** Returns the URL of the node. Throws `FatalError` for a local network whose world is not running here. */
export function resolveNodeUrl(
  options: Pick<VerifyOptions, 'api' | 'node'>,
  network: Network,
  world: WorldUrls | null,
): string {
  if (options.node !== null) return options.node
  if (NETWORKS[network].isPublic) return readConfig({ FLOW_NETWORK: network }).flow.accessNodeUrl
  if (world !== null && resolveApiUrl(options, world) === world.api) return world.emulator
  throw new FatalError('Set the access node of this local network with --node URL.')
}
