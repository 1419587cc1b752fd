import { matchesSchema } from '@app/api/client/matches-schema.ts'
import type { AgentAction } from '@app/api/schemas/action.ts'
import {
  ACTION_EVENT,
  ActionEventSchema,
  SCORE_EVENT,
  type ScoreEvent,
  ScoreEventSchema,
} from '@app/api/schemas/stream.ts'
import type { Address } from '@app/values/address.ts'
import { useQueryClient } from '@tanstack/react-query'
import { recordBlockTime } from '../../lib/chain-clock.ts'
import { putNewerAnswer } from '../../lib/live/put-newer-answer.ts'
import type { UpdateMode } from '../../lib/live/update-mode.ts'
import { useLiveUpdates } from '../../lib/live/use-live-updates.ts'
import { scoreKey } from '../../lib/query-keys.ts'
import { type CachedScore, mergePublication, publicationsKey } from '../../lib/score-query.ts'
import { toRiskBadge } from '../../lib/tone.ts'
import { toast } from '../../ui/toasts/toasts.ts'

/**
 * Updates the cached score and publications of an address while `address` is not null: by server-sent events,
 * and by polling while the stream is interrupted.
 */
export function useLiveScore(address: Address | null): UpdateMode {
  const queryClient = useQueryClient()
  const applyScore = (event: ScoreEvent) => {
    if (event.meta?.latestBlock) recordBlockTime(event.meta.latestBlock.timeMs)
    notifyLevelChange(queryClient.getQueryData<CachedScore>(scoreKey(address)), event)
    putNewerAnswer(queryClient, scoreKey(address), event)
  }
  const applyAction = (action: AgentAction) => {
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
    onEvent: {
      [SCORE_EVENT]: (event) => matchesSchema(ScoreEventSchema, event) && applyScore(event),
      [ACTION_EVENT]: (event) => matchesSchema(ActionEventSchema, event) && applyAction(event.data),
    },
    onPoll: () => void queryClient.invalidateQueries({ queryKey: scoreKey(address) }),
  })
}

function notifyLevelChange(before: CachedScore | undefined, after: CachedScore): void {
  const from = before?.data.metadata.riskLevel
  const to = after.data.metadata.riskLevel
  if (from === undefined || from === to) return
  toast(`Risk level changed: ${toRiskBadge(from).text} → ${toRiskBadge(to).text}`)
}
