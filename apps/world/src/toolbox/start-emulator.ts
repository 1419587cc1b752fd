import type { Address } from '@app/values/address.ts'
import { startTool, type ToolProcess } from './start-tool.ts'

/** What the emulator tells about itself when it answers. */
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
  /** Keeps the chain in this directory; in memory without it. */
  dbDir?: string
}

/** The Flow emulator on free loopback ports. Throws `FatalError` when it does not start. */
export function startEmulator(options: EmulatorOptions): Promise<ToolProcess<EmulatorReady>> {
  const storageArgs = options.dbDir === undefined ? [] : ['--db-dir', options.dbDir]
  return startTool({ toolbox: options.toolbox, args: ['emulator', ...storageArgs] })
}
