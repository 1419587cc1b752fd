import type { ScoreResult } from '@app/api/schemas/score-result.ts'
import type { Address } from '@app/values/address.ts'
import { WALLET_TIMELINE_LIMIT } from '@app/values/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Alert } from '../../features/alerts/alert.ts'
import { ALERTS_KEY } from '../../features/alerts/queries.ts'
import { useAlerts } from '../../features/alerts/use-alerts.ts'
import { scoreQuery } from '../../features/score/queries.ts'
import { useLiveScore } from '../../features/score/use-live-score.ts'
import { useRecompute } from '../../features/score/use-recompute.ts'
import { useApi } from '../../lib/api.ts'
import { formatPartFailure } from '../../lib/format/format-failure.ts'
import type { UpdateMode } from '../../lib/live/subscribe-to-events.ts'
import { PROTECTION_KEY } from '../../lib/protection-query.ts'

export interface WalletAnalysis {
  result: ScoreResult | undefined
  /** Undefined until they are loaded. */
  alerts: readonly Alert[] | undefined
  updateMode: UpdateMode
  /** The first response is pending. */
  isLoading: boolean
  /** A response is pending, the first or a newer one. */
  isBusy: boolean
  /** Current problems, as sentences. */
  messages: readonly string[]
  recompute: () => void
  reload: () => void
}

/** Loads and updates the score and the alerts of an address; no requests while `address` is null. */
export function useWalletAnalysis(address: Address | null): WalletAnalysis {
  const api = useApi()
  const queryClient = useQueryClient()
  const score = useQuery(scoreQuery(api, address))
  const reloadProtection = () => void queryClient.invalidateQueries({ queryKey: PROTECTION_KEY })
  const timeline = useAlerts({ about: address, limit: WALLET_TIMELINE_LIMIT }, reloadProtection)
  const recompute = useRecompute(address)
  const updateMode = useLiveScore(score.data === undefined ? null : address)
  const isBusy = score.isLoading || recompute.isBusy
  return {
    result: score.data?.data,
    alerts: timeline.alerts,
    updateMode,
    isBusy,
    isLoading: isBusy && score.data === undefined,
    messages: [
      ...formatPartFailure('Score', recompute.error ?? score.error),
      ...formatPartFailure('Alerts', timeline.error),
      ...(score.data?.meta?.degraded ?? []).map((part) => part.message),
    ],
    recompute: recompute.start,
    reload: () => {
      void score.refetch()
      void queryClient.invalidateQueries({ queryKey: ALERTS_KEY })
      reloadProtection()
    },
  }
}
