import type { EmulatorReady } from './start-emulator.ts'
import { startTool, type ToolProcess } from './start-tool.ts'

export interface WalletReady {
  url: string
  /** URL for `discovery.wallet` of FCL. */
  authn: string
}

export interface WalletOptions {
  toolbox: string
  emulator: EmulatorReady
  /** 0 asks for any free port. */
  port: number
}

/**
 * Starts the FCL dev wallet on all interfaces; it signs for every account that has the service key.
 */
export function startWallet({
  toolbox,
  emulator,
  port,
}: WalletOptions): Promise<ToolProcess<WalletReady>> {
  return startTool({
    toolbox,
    args: [
      'wallet',
      ...['--port', String(port), '--access-node', emulator.rest],
      ...['--service-address', emulator.serviceAddress],
    ],
    env: { TOOLBOX_WALLET_KEY: emulator.serviceKey },
  })
}
