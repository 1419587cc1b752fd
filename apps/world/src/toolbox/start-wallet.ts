import type { EmulatorReady } from './start-emulator.ts'
import { startTool, type ToolProcess } from './start-tool.ts'

export interface WalletReady {
  url: string
  /** What `discovery.wallet` of FCL points at. */
  authn: string
}

export interface WalletOptions {
  toolbox: string
  emulator: EmulatorReady
  /** 0 asks for any free port. */
  port: number
}

/** The FCL dev wallet, which signs for every account that holds the service key, on all interfaces. */
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
