import type { ApiClient } from '@app/api/client/client.ts'
import { computeScore } from '@app/api/routes/score.ts'
import type { Address } from '@app/values/address.ts'
import type { CachedScore } from '../../lib/score-cache.ts'

export const recomputeScore = (api: ApiClient, address: Address): Promise<CachedScore> =>
  api.callWithMeta(computeScore, { params: { address } })
