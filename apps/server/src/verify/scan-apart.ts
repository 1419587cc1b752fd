import { readConfig } from '../config.ts'
import { closeContext, createContext } from '../context.ts'
import { migrate } from '../db/migrate.ts'
import { expectChain } from '../process/expect-chain.ts'
import type { Finding } from './check.ts'
import type { Evidence } from './evidence.ts'
import type { Progress } from './progress.ts'
import { findScanDifference } from './rescan/find-scan-difference.ts'
import { openScratch } from './rescan/open-scratch.ts'
import { sayScanned } from './say-scanned.ts'

export interface ScanPlace {
  nodeUrl: string
  progress: Progress
  signal: AbortSignal
}

/** Scans in a PostgreSQL of its own, which is gone afterwards. */
export async function scanApart(
  evidence: Evidence,
  { nodeUrl, progress, signal }: ScanPlace,
): Promise<Finding> {
  await using parts = new AsyncDisposableStack()
  const { network, coverage } = evidence.file
  const databaseUrl = await openScratch(parts, progress.now)
  const config = readConfig({
    FLOW_NETWORK: network,
    FLOW_ACCESS_NODE: nodeUrl,
    LOG_LEVEL: 'silent',
  })
  const opened = createContext({ ...config, databaseUrl }, { signal })
  parts.defer(() => closeContext(opened))
  await migrate(opened.pool)
  const startMs = performance.now()
  const onBlock = (height: number) =>
    progress.now(sayScanned(coverage, height, performance.now() - startMs))
  const context = { ...opened, flow: expectChain(opened.flow, network) }
  return await findScanDifference(context, evidence, { onBlock, signal })
}
