import { join } from 'node:path'
import { createChainClient } from '../chain/create-chain.ts'
import type { ChainHandle } from '../chain/send-in-one-block.ts'
import { createEmulatorControl } from '../toolbox/emulator-control.ts'
import { type EmulatorReady, startEmulator } from '../toolbox/start-emulator.ts'
import type { ToolProcess } from '../toolbox/start-tool.ts'

/** A running chain. */
export interface RunningChain extends ChainHandle {
  emulator: ToolProcess<EmulatorReady>
}

/**
 * Starts the emulator on the chain in `dataDir`. Its clock continues from the last block, so that
 * nothing expires or becomes due between two starts.
 */
export async function openChain(
  { toolbox, dataDir }: { toolbox: string; dataDir: string },
  resources: AsyncDisposableStack,
): Promise<RunningChain> {
  const emulator = await startEmulator({ toolbox, dbDir: join(dataDir, CHAIN_DIR) })
  resources.defer(() => emulator.stop())
  const control = createEmulatorControl(emulator.ready.control)
  const chain = createChainClient(emulator.ready)
  const { timeMs } = await chain.flow.getLatestBlock()
  await control.runClock(timeMs - Date.now())
  return { emulator, chain, control }
}

/** Directory of the chain's data, inside of that of its world. */
export const CHAIN_DIR = 'chain'
