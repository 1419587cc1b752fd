import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Network } from '@app/values/network.ts'

/** Default URL of an emulator. */
const DEFAULT_EMULATOR_URL = 'http://127.0.0.1:8888'

const TESTNET_ACCESS_NODE_URL = 'https://rest-testnet.onflow.org'

/** Returns the URL of the access node: FLOW_ACCESS_NODE, else that of the running local world, else the network's default. */
export async function findAccessNode(
  env: Record<string, string | undefined>,
  network: Network,
  stateDir: string,
): Promise<string> {
  if (env.FLOW_ACCESS_NODE) return env.FLOW_ACCESS_NODE
  if (network === 'testnet') return TESTNET_ACCESS_NODE_URL
  return (await findLocalEmulatorUrl(stateDir)) ?? DEFAULT_EMULATOR_URL
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
