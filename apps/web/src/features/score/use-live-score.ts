import type { Action } from '@app/api/schemas/action.ts'
import type { ScoreEvent } from '@app/api/schemas/stream.ts'
import type { Address } from '@app/values/address.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from 'sonner'
import { recordBlockTime } from '../../lib/chain-clock.ts'
import { useConfig } from '../../lib/config/config-context.ts'
import {
  type CachedScore,
  mergePublication,
  publicationsKey,
  publishedKey,
  scoreKey,
} from '../../lib/score-cache.ts'
import { toRiskBadge } from '../../lib/tone.ts'
import { subscribeToScoreStream, type UpdateMode } from './subscribe-to-score-stream.ts'

/** Polling interval while the stream is interrupted. */
const POLL_MS = 10_000

/**
 * Updates the cached score and publications of an address while `address` is not null: by server-sent events,
 * and by polling while the stream is interrupted.
 */
export function useLiveScore(address: Address | null): UpdateMode {
  const { apiUrl } = useConfig()
  const queryClient = useQueryClient()
  const [updateMode, setUpdateMode] = useState<UpdateMode>('polling')
  const applyScore = useEffectEvent((event: ScoreEvent) => {
    if (event.meta?.latestBlock) recordBlockTime(event.meta.latestBlock.timeMs)
    notifyLevelChange(queryClient.getQueryData<CachedScore>(scoreKey(address)), event)
    queryClient.setQueryData(scoreKey(address), event)
  })
  const applyAction = useEffectEvent((action: Action) => {
    queryClient.setQueryData<Action[]>(publicationsKey(address), (publications) =>
      mergePublication(publications ?? [], action),
    )
    if (action.status === 'sealed') {
      void queryClient.invalidateQueries({ queryKey: publishedKey(address) })
    }
  })
  useEffect(() => {
    if (address === null) return
    const url = `${apiUrl}/v1/score/${address}/stream`
    return subscribeToScoreStream(url, {
      onScore: applyScore,
      onAction: applyAction,
      onUpdateMode: setUpdateMode,
    })
  }, [address, apiUrl])
  useEffect(() => {
    if (address === null || updateMode === 'live') return
    const refresh = () => void queryClient.invalidateQueries({ queryKey: scoreKey(address) })
    const timer = setInterval(refresh, POLL_MS)
    return () => clearInterval(timer)
  }, [address, updateMode, queryClient])
  return updateMode
}

function notifyLevelChange(before: CachedScore | undefined, after: CachedScore): void {
  const from = before?.data.metadata.riskLevel
  const to = after.data.metadata.riskLevel
  if (from === undefined || from === to) return
  toast(`Risk level changed: ${toRiskBadge(from).text} → ${toRiskBadge(to).text}`)
}
