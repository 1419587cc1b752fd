import type { ScoreResult } from '@app/api/schemas/score.ts'

export type ScoreReason = ScoreResult['reasons'][number]

/** What ordinary wallets show in an input of a reason, and this wallet. */
export type OrdinaryRange = NonNullable<ScoreReason['ordinary']>
