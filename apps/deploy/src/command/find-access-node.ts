import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Network } from '@app/values/network.ts'

/** Where an emulator listens by default. */
const EMULATOR = 'http://127.0.0.1:8888'

const TESTNET = 'https://rest-testnet.onflow.org'

/** The node that the environment names, else that of the running local world, else the network's own. */
export async function findAccessNode(
  env: Record<string, string | undefined>,
  network: Network,
  stateDir: string,
): Promise<string> {
  if (env.FLOW_ACCESS_NODE) return env.FLOW_ACCESS_NODE
  if (network === 'testnet') return TESTNET
  return (await emulatorOfWorld(stateDir)) ?? EMULATOR
}

/** null when no local world runs. */
async function emulatorOfWorld(stateDir: string): Promise<string | null> {
  try {
    const { emulator } = JSON.parse(await readFile(join(stateDir, 'world.json'), 'utf8'))
    return typeof emulator === 'string' ? emulator : null
  } catch {
    return null
  }
}
