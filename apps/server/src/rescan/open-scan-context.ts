import type { Network } from '@app/values/network.ts'
import { readConfig } from '../config.ts'
import { migrate } from '../db/migrate.ts'
import { withChainCheck } from '../flow-access/with-chain-check.ts'
import { type Context, closeContext, createContext } from '../runtime/context.ts'

export interface ScanSource {
  /** An empty database. */
  databaseUrl: string
  network: Network
  accessNodeUrl: string
  signal: AbortSignal
}

/** Creates all tables in the database and opens a context for `rescanFacts`; `resources` closes it. */
export async function openScanContext(
  { databaseUrl, network, accessNodeUrl, signal }: ScanSource,
  resources: AsyncDisposableStack,
): Promise<Context> {
  const config = readConfig({
    FLOW_NETWORK: network,
    FLOW_ACCESS_NODE: accessNodeUrl,
    LOG_LEVEL: 'silent',
  })
  const opened = createContext({ ...config, databaseUrl }, { signal })
  resources.defer(() => closeContext(opened))
  await migrate(opened.pool)
  return { ...opened, flow: withChainCheck(opened.flow, network) }
}
