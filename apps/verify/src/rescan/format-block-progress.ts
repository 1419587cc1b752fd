import type { EvidenceFile } from '@app/api/schemas/score/evidence-file.ts'

interface BlockProgress extends Pick<EvidenceFile['coverage'], 'fromHeight' | 'toHeight'> {
  /** The last block that is done. */
  height: number
}

/** Formats the progress through a range of blocks, with the estimated time left. `verb` is such as 'Scanned'. */
export function formatBlockProgress(
  verb: string,
  { fromHeight, toHeight, height }: BlockProgress,
  elapsedMs: number,
): string {
  const done = Math.max(0, height - fromHeight + 1) / (toHeight - fromHeight + 1)
  const percent = Math.floor(done * 100)
  const place = `${verb} up to block ${height} of ${toHeight} (${percent} %)`
  if (done === 0) return place
  return `${place}, about ${Math.ceil((elapsedMs / 1000) * (1 / done - 1))} s left`
}
