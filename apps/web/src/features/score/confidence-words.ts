import { INSUFFICIENT_DATA_BELOW } from '@app/values/limits.ts'

/** What a confidence (0–1) means for somebody who relies on the score. */
export function confidenceWords(confidence: number): string {
  if (confidence < INSUFFICIENT_DATA_BELOW) return 'Insufficient data: treat this wallet as unknown'
  if (confidence < 0.6) return 'Limited: more history can still move the score a good deal'
  if (confidence < 0.85) return 'Good: most of the score rests on what was seen'
  return 'High: nearly all of the score rests on what was seen'
}
