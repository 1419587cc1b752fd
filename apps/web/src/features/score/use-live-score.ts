import type { Action } from '@app/api/action.ts'
import type { ScoreEvent } from '@app/api/stream.ts'
import type { Address } from '@app/values/address.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from 'sonner'
import { noteBlockTime } from '../../lib/chain-clock.ts'
import { useConfig } from '../../lib/config-context.ts'
import { RISK_BADGE } from '../../lib/tone.ts'
import { followStream, type Liveness } from './follow-stream.ts'
import { withPublication } from './publications.ts'
import { publicationsKey, publishedKey, type ScoreAnswer, scoreKey } from './queries.ts'

/** How often a score is asked for while its stream is broken. */
const POLL_MS = 10_000

/**
 * Keeps the cached score of an address current, and how its publications go on, while `address` is
 * not null: by server-sent events, and by asking again and again as long as the stream is broken.
 */
export function useLiveScore(address: Address | null): Liveness {
  const { apiUrl } = useConfig()
  const queries = useQueryClient()
  const [liveness, setLiveness] = useState<Liveness>('polling')
  const keep = useEffectEvent((event: ScoreEvent) => {
    if (event.meta?.latestBlock) noteBlockTime(event.meta.latestBlock.timeMs)
    tellLevelChange(queries.getQueryData<ScoreAnswer>(scoreKey(address)), event)
    queries.setQueryData(scoreKey(address), event)
  })
  const keepAction = useEffectEvent((action: Action) => {
    queries.setQueryData<Action[]>(publicationsKey(address), (kept) =>
      withPublication(kept ?? [], action),
    )
    if (action.status === 'sealed') {
      void queries.invalidateQueries({ queryKey: publishedKey(address) })
    }
  })
  useEffect(() => {
    if (address === null) return
    const url = `${apiUrl}/v1/score/${address}/stream`
    return followStream(url, { onScore: keep, onAction: keepAction, onLiveness: setLiveness })
  }, [address, apiUrl])
  useEffect(() => {
    if (address === null || liveness === 'live') return
    const refresh = () => void queries.invalidateQueries({ queryKey: scoreKey(address) })
    const timer = setInterval(refresh, POLL_MS)
    return () => clearInterval(timer)
  }, [address, liveness, queries])
  return liveness
}

function tellLevelChange(before: ScoreAnswer | undefined, after: ScoreAnswer): void {
  const from = before?.data.metadata.riskLevel
  const to = after.data.metadata.riskLevel
  if (from === undefined || from === to) return
  toast(`Risk level changed: ${RISK_BADGE[from].text} → ${RISK_BADGE[to].text}`)
}
