import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NETWORKS, type Network } from '@app/values/network.ts'

/** Returns the URL of the access node: FLOW_ACCESS_NODE, else that of the running local world, else the network's default. */
export async function findAccessNode(
  env: Record<string, string | undefined>,
  network: Network,
  stateDir: string,
): Promise<string> {
  if (env.FLOW_ACCESS_NODE) return env.FLOW_ACCESS_NODE
  const { isPublic, accessNodeUrl } = NETWORKS[network]
  if (isPublic) return accessNodeUrl
  return (await findLocalEmulatorUrl(stateDir)) ?? accessNodeUrl
}

/** Returns null when no local world is running. */
async function findLocalEmulatorUrl(stateDir: string): Promise<string | null> {
  try {
    const { emulator } = JSON.parse(await readFile(join(stateDir, 'world.json'), 'utf8'))
    return typeof emulator === 'string' ? emulator : null
  } catch {
    return null
  }
}
