import { readFile } from 'node:fs/promises'
import { readConfig } from '@app/server/config.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import type { VerifyOptions } from './options.ts'

/** Where a running local world says that its parts are. */
export interface WorldUrls {
  api: string
  emulator: string
}

/** Where a server listens that was started without a port of its own. */
const DEFAULT_API = 'http://localhost:3001'

/** What the running world wrote down, `null` when none runs. */
export async function readWorldUrls(worldFile: string): Promise<WorldUrls | null> {
  try {
    return JSON.parse(await readFile(worldFile, 'utf8'))
  } catch {
    return null
  }
}

/** The API to ask for evidence. */
export function resolveApiUrl({ api }: VerifyOptions, world: WorldUrls | null): string {
  return api ?? world?.api ?? DEFAULT_API
}

/** The node to ask; of a local network only its own world knows it. Throws `FatalError` when that is not running. */
export function resolveNodeUrl(
  options: VerifyOptions,
  network: Network,
  world: WorldUrls | null,
): string {
  if (options.node !== null) return options.node
  if (NETWORKS[network].isPublic) return readConfig({ FLOW_NETWORK: network }).flow.accessNodeUrl
  if (world !== null && resolveApiUrl(options, world) === world.api) return world.emulator
  throw new FatalError('Name the access node of this local network with --node URL.')
}
