import type { ScoreResult } from '@app/api/schemas/score.ts'
import { INSUFFICIENT_DATA_BELOW } from '@app/values/limits.ts'

/** Returns whether there is too little data to judge a wallet, by its confidence or its flags. */
export function hasInsufficientData({ confidence, flags }: ScoreResult['metadata']): boolean {
  return confidence < INSUFFICIENT_DATA_BELOW || flags.includes('Insufficient data')
}
