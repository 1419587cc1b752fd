import type { EvidenceFile } from '@app/api/schemas/evidence-file.ts'

/** Formats the progress of a scan, with the estimated time left. */
export function formatScanProgress(
  { fromHeight, toHeight }: Pick<EvidenceFile['coverage'], 'fromHeight' | 'toHeight'>,
  height: number,
  elapsedMs: number,
): string {
  const done = (height - fromHeight + 1) / (toHeight - fromHeight + 1)
  const restSeconds = Math.ceil((elapsedMs / 1000) * (1 / done - 1))
  const percent = Math.floor(done * 100)
  return `Scanned up to block ${height} of ${toHeight} (${percent} %), about ${restSeconds} s left`
}
