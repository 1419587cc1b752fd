import type { Address } from '@app/values/address.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { scoreKey } from '../../lib/score-cache.ts'
import { recomputeScore } from './queries.ts'

/** Computes the score of an address again; the state told is that of this address alone. */
export function useRecompute(address: Address | null) {
  const api = useApi()
  const queryClient = useQueryClient()
  const recomputing = useMutation({
    mutationFn: (asked: Address) => recomputeScore(api, asked),
    onSuccess: (answer, asked) => queryClient.setQueryData(scoreKey(asked), answer),
  })
  const isSameAddress = recomputing.variables === address
  return {
    start: () => address !== null && recomputing.mutate(address),
    isBusy: isSameAddress && recomputing.isPending,
    error: isSameAddress ? recomputing.error : null,
  }
}
