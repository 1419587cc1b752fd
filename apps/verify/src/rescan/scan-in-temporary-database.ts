import { openScanContext } from '@app/server/rescan/open-scan-context.ts'
import type { Finding } from '../checks/check.ts'
import type { Progress } from '../command/progress.ts'
import type { Evidence } from '../evidence/evidence.ts'
import { findScanDifference } from './find-scan-difference.ts'
import { formatBlockProgress } from './format-block-progress.ts'
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
  const source = { databaseUrl, network, accessNodeUrl: nodeUrl, signal }
  const context = await openScanContext(source, disposables)
  const startMs = performance.now()
  const onBlock = (height: number) =>
    progress.update(
      formatBlockProgress('Scanned', { ...coverage, height }, performance.now() - startMs),
    )
  return await findScanDifference(context, evidence, { onBlock, signal })
}
