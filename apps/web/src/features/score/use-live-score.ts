import { readAs } from '@app/api/client/read-as.ts'
import { computeScore } from '@app/api/routes/score.ts'
import type { AgentAction } from '@app/api/schemas/action.ts'
import {
  ACTION_EVENT,
  ActionEventSchema,
  SCORE_EVENT,
  ScoreEventSchema,
} from '@app/api/schemas/stream.ts'
import type { Address } from '@app/values/address.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { recordBlockTime } from '../../lib/chain-clock.ts'
import { putNewerAnswer } from '../../lib/live/put-newer-answer.ts'
import type { UpdateMode } from '../../lib/live/update-mode.ts'
import { useLiveUpdates } from '../../lib/live/use-live-updates.ts'
import { scoreKey } from '../../lib/query-keys.ts'
import { type CachedScore, mergePublication, publicationsKey } from '../../lib/score-query.ts'
import { toRiskBadge } from '../../lib/tone.ts'
import { toast } from '../../ui/toasts.tsx'

/**
 * Updates the cached score and publications of an address while `address` is not null: by server-sent events,
 * and by polling while the stream is interrupted.
 */
export function useLiveScore(address: Address | null): UpdateMode {
  const queryClient = useQueryClient()
  const applyScore = (sent: unknown) => {
    const event = readAs(ScoreEventSchema, sent)
    // The stream of the page before may still be open.
    if (event?.data.address !== address) return
    if (event.meta?.latestBlock) recordBlockTime(event.meta.latestBlock.timeMs)
    notifyLevelChange(queryClient.getQueryData<CachedScore>(scoreKey(address)), event)
    putNewerAnswer(queryClient, scoreKey(address), event)
  }
  const applyAction = (sent: unknown) => {
    const action = readAs(ActionEventSchema, sent)?.data
    if (!action) return
    queryClient.setQueryData<AgentAction[]>(publicationsKey(address), (publications) =>
      mergePublication(publications ?? [], action),
    )
    if (action.status === 'sealed') {
      void queryClient.invalidateQueries({ queryKey: scoreKey(address) })
    }
  }
  return useLiveUpdates({
    topic: 'score',
    address,
    isActive: address !== null,
    onEvent: { [SCORE_EVENT]: applyScore, [ACTION_EVENT]: applyAction },
    onPoll: () => void queryClient.invalidateQueries({ queryKey: scoreKey(address) }),
  })
}

function notifyLevelChange(before: CachedScore | undefined, after: CachedScore): void {
  const from = before?.data.metadata.riskLevel
  const to = after.data.metadata.riskLevel
  if (from === undefined || from === to) return
  toast(`Risk level changed: ${toRiskBadge(from).text} → ${toRiskBadge(to).text}`)
}

/** Recomputes the score of an address. The returned state is only that of this address. */
export function useRecompute(address: Address | null) {
  const api = useApi()
  const queryClient = useQueryClient()
  const recomputing = useMutation({
    mutationFn: (requested: Address) =>
      api.callWithMeta(computeScore, { params: { address: requested } }),
    onSuccess: (response, requested) => putNewerAnswer(queryClient, scoreKey(requested), response),
  })
  const isSameAddress = recomputing.variables === address
  return {
    start: () => address !== null && recomputing.mutate(address),
    isBusy: isSameAddress && recomputing.isPending,
    error: isSameAddress ? recomputing.error : null,
  }
}
