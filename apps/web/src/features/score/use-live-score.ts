import { SCORE_EVENT, type ScoreEvent, ScoreEventSchema } from '@app/api/stream.ts'
import type { Address } from '@app/values/address.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { toast } from 'sonner'
import { Check } from 'typebox/value'
import { noteBlockTime } from '../../lib/chain-clock.ts'
import { useConfig } from '../../lib/config-context.ts'
import { reportFailure } from '../../lib/report-failure.ts'
import { RISK_BADGE } from '../../lib/tone.ts'
import { type ScoreAnswer, scoreKey } from './queries.ts'

/** `live`: each new score is pushed; `polling`: it is asked for every few seconds. */
export type Liveness = 'live' | 'polling'

/** How long a stream that the server refused rests before it is tried again. */
const REOPEN_MS = 15_000

/** How often a score is asked for while its stream is broken. */
const POLL_MS = 10_000

/**
 * Keeps the cached score of an address current, while `address` is not null: by server-sent events,
 * and by asking again and again as long as the stream is broken.
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
  useEffect(() => {
    if (address === null) return
    const url = `${apiUrl}/v1/score/${address}/stream`
    return followStream(url, { onScore: keep, onLiveness: setLiveness })
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

interface StreamListener {
  onScore(event: ScoreEvent): void
  onLiveness(liveness: Liveness): void
}

/** Follows a score stream, opening it again when the server closes it, until the result is called. */
function followStream(url: string, listener: StreamListener): () => void {
  let source: EventSource
  let timer: ReturnType<typeof setTimeout> | undefined
  const open = () => {
    source = new EventSource(url)
    source.onopen = () => listener.onLiveness('live')
    source.onerror = () => {
      listener.onLiveness('polling')
      reportFailure('GET /v1/score/:address/stream was interrupted', url)
      if (source.readyState === EventSource.CLOSED) timer = setTimeout(open, REOPEN_MS)
    }
    source.addEventListener(SCORE_EVENT, ({ data }) => {
      const event: unknown = JSON.parse(data)
      if (Check(ScoreEventSchema, event)) listener.onScore(event)
    })
  }
  open()
  return () => {
    clearTimeout(timer)
    source.close()
    listener.onLiveness('polling')
  }
}
