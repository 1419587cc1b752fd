import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'

export type Reason = ScoreResult['reasons'][number]

/** What ordinary wallets show in an input of a reason, and this wallet. */
export type OrdinaryRange = NonNullable<Reason['ordinary']>
