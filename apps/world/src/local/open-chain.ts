import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createChain } from '../chain/create-chain.ts'
import type { Place } from '../chain/in-one-block.ts'
import { createRandom } from '../seed/random.ts'
import { seedWorld } from '../seed/seed-world.ts'
import { createControl } from '../toolbox/control.ts'
import { type EmulatorReady, startEmulator } from '../toolbox/start-emulator.ts'
import type { Tool } from '../toolbox/start-tool.ts'
import { type Inhabitants, readInhabitants } from './inhabitants.ts'

export interface ChainOptions {
  toolbox: string
  dataDir: string
  /** Goes on with the chain that is there. */
  isKept: boolean
  onProgress: (sentence: string) => void
  signal: AbortSignal
}

/** A running chain with people on it. */
export interface OpenChain extends Place, Inhabitants {
  emulator: Tool<EmulatorReady>
  /** Lives the days that are left to the present; null when the chain is there already. */
  growUp: (() => Promise<void>) | null
}

/** The same world at each fresh start. */
const SEED = 1

/** Starts the emulator, and fills a fresh chain with people and most of their history. */
export async function openChain(
  options: ChainOptions,
  parts: AsyncDisposableStack,
): Promise<OpenChain> {
  const { toolbox, dataDir, isKept, onProgress, signal } = options
  const dbDir = join(dataDir, 'chain')
  const kept = isKept ? await readInhabitants(dataDir) : null
  if (!isKept) await rm(dbDir, { recursive: true, force: true })
  onProgress('Starting the Flow emulator')
  const emulator = await startEmulator({ toolbox, dbDir })
  parts.defer(() => emulator.stop())
  const control = createControl(emulator.ready.control)
  const place = { chain: createChain(emulator.ready), control }
  if (kept !== null) return { emulator, ...place, ...kept, growUp: null }
  const young = await seedWorld(place, { random: createRandom(SEED), onProgress, signal })
  return { emulator, ...place, ...young }
}
