import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { NETWORKS, type Network } from '@app/values/network.ts'

/** The node that the environment names, else that of the running local world, else the network's own. */
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

/** null when no local world runs. */
async function findLocalEmulatorUrl(stateDir: string): Promise<string | null> {
  try {
    const { emulator } = JSON.parse(await readFile(join(stateDir, 'world.json'), 'utf8'))
    return typeof emulator === 'string' ? emulator : null
  } catch {
    return null
  }
}
