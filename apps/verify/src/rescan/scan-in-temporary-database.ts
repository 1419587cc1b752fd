import { readConfig } from '@app/server/config.ts'
import { migrate } from '@app/server/db/migrate.ts'
import { withChainCheck } from '@app/server/flow-access/with-chain-check.ts'
import { closeContext, createContext } from '@app/server/runtime/context.ts'
import type { Finding } from '../checks/check.ts'
import type { Progress } from '../command/progress.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { findScanDifference } from './find-scan-difference.ts'
import { formatScanProgress } from './format-scan-progress.ts'
import { startTemporaryDatabase } from './start-temporary-database.ts'

export interface RescanOptions {
  nodeUrl: string
  progress: Progress
  signal: AbortSignal
}

/** Runs the scan with a temporary PostgreSQL, which is removed afterwards. */
export async function scanInTemporaryDatabase(
  evidence: Evidence,
  { nodeUrl, progress, signal }: RescanOptions,
): Promise<Finding> {
  await using disposables = new AsyncDisposableStack()
  const { network, coverage } = evidence.file
  const databaseUrl = await startTemporaryDatabase(disposables, progress.update)
  const config = readConfig({
    FLOW_NETWORK: network,
    FLOW_ACCESS_NODE: nodeUrl,
    LOG_LEVEL: 'silent',
  })
  const opened = createContext({ ...config, databaseUrl }, { signal })
  disposables.defer(() => closeContext(opened))
  await migrate(opened.pool)
  const startMs = performance.now()
  const onBlock = (height: number) =>
    progress.update(formatScanProgress(coverage, height, performance.now() - startMs))
  const context = { ...opened, flow: withChainCheck(opened.flow, network) }
  return await findScanDifference(context, evidence, { onBlock, signal })
}
