import type { Address } from '@app/values/address.ts'
import { startTool, type ToolProcess } from './start-tool.ts'

/** The JSON line that the emulator prints when it is ready. */
export interface EmulatorReady {
  rest: string
  grpc: string
  admin: string
  control: string
  serviceAddress: Address
  /** ECDSA_P256 private key in hex; the local world only. */
  serviceKey: string
}

export interface EmulatorOptions {
  toolbox: string
  /** Directory of the chain's data; in memory when absent. */
  dbDir?: string
}

/** Starts the Flow emulator on free loopback ports. Throws `FatalError` when it does not start. */
export function startEmulator(options: EmulatorOptions): Promise<ToolProcess<EmulatorReady>> {
  const storageArgs = options.dbDir === undefined ? [] : ['--db-dir', options.dbDir]
  return startTool({ toolbox: options.toolbox, args: ['emulator', ...storageArgs] })
}
