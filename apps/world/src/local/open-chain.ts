import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createChain } from '../chain/create-chain.ts'
import type { ChainHandle } from '../chain/send-in-one-block.ts'
import { createRandom } from '../seed/random.ts'
import { seedWorld } from '../seed/seed-world.ts'
import { createEmulatorControl } from '../toolbox/emulator-control.ts'
import { type EmulatorReady, startEmulator } from '../toolbox/start-emulator.ts'
import type { ToolProcess } from '../toolbox/start-tool.ts'
import { type Keystore, readKeystore } from './keystore.ts'

export interface ChainOptions {
  toolbox: string
  dataDir: string
  /** Continues with the existing chain. */
  isKept: boolean
  onProgress: (sentence: string) => void
  signal: AbortSignal
}

/** A running chain with people on it. */
export interface OpenChain extends ChainHandle, Keystore {
  emulator: ToolProcess<EmulatorReady>
  /** Runs the remaining days up to the present; null for a kept chain. */
  advanceToPresent: (() => Promise<void>) | null
}

/** Fixed, so that each fresh start creates the same world. */
const RANDOM_SEED = 1

/** Starts the emulator, and fills a fresh chain with people and most of their history. */
export async function openChain(
  options: ChainOptions,
  resources: AsyncDisposableStack,
): Promise<OpenChain> {
  const { toolbox, dataDir, isKept, onProgress, signal } = options
  const dbDir = join(dataDir, 'chain')
  const keystore = isKept ? await readKeystore(dataDir) : null
  if (!isKept) await rm(dbDir, { recursive: true, force: true })
  onProgress('Starting the Flow emulator')
  const emulator = await startEmulator({ toolbox, dbDir })
  resources.defer(() => emulator.stop())
  const control = createEmulatorControl(emulator.ready.control)
  const chainHandle = { chain: createChain(emulator.ready), control }
  if (keystore !== null) return { emulator, ...chainHandle, ...keystore, advanceToPresent: null }
  const seededWorld = await seedWorld(chainHandle, {
    random: createRandom(RANDOM_SEED),
    onProgress,
    signal,
  })
  return { emulator, ...chainHandle, ...seededWorld }
}
