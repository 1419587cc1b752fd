import type { ApiClient } from '@app/api/client/client.ts'
import { computeScore } from '@app/api/routes/score.ts'
import type { Address } from '@app/values/address.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { putNewerAnswer } from '../../lib/live/put-newer-answer.ts'
import { scoreKey } from '../../lib/query-keys.ts'
import type { CachedScore } from '../../lib/score-query.ts'

/** Recomputes the score of an address. The returned state is only that of this address. */
export function useRecompute(address: Address | null) {
  const api = useApi()
  const queryClient = useQueryClient()
  const recomputing = useMutation({
    mutationFn: (requested: Address) => recomputeScore(api, requested),
    onSuccess: (response, requested) => putNewerAnswer(queryClient, scoreKey(requested), response),
  })
  const isSameAddress = recomputing.variables === address
  return {
    start: () => address !== null && recomputing.mutate(address),
    isBusy: isSameAddress && recomputing.isPending,
    error: isSameAddress ? recomputing.error : null,
  }
}

const recomputeScore = (api: ApiClient, address: Address): Promise<CachedScore> =>
  api.callWithMeta(computeScore, { params: { address } })
