import type { Address } from '@app/values/address.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { recomputeScore, scoreKey } from './queries.ts'

/** Computes the score of an address again; the state told is that of this address alone. */
export function useRecompute(address: Address | null) {
  const api = useApi()
  const queries = useQueryClient()
  const computing = useMutation({
    mutationFn: (asked: Address) => recomputeScore(api, asked),
    onSuccess: (answer, asked) => queries.setQueryData(scoreKey(asked), answer),
  })
  const isOurs = computing.variables === address
  return {
    start: () => address !== null && computing.mutate(address),
    isBusy: isOurs && computing.isPending,
    error: isOurs ? computing.error : null,
  }
}
