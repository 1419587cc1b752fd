import type { ScoreResult } from '@app/api/schemas/score-result.ts'
import { INSUFFICIENT_DATA_BELOW } from '@app/values/limits.ts'

/** Whether too little of a wallet was seen to judge it: so few data, or so say the flags. */
export function hasInsufficientData({ confidence, flags }: ScoreResult['metadata']): boolean {
  return confidence < INSUFFICIENT_DATA_BELOW || flags.includes('Insufficient data')
}
