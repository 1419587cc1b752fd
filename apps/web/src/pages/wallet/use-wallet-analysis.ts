import type { Protection } from '@app/api/schemas/protection.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import type { Address } from '@app/values/address.ts'
import { WALLET_TIMELINE_LIMIT } from '@app/values/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ALERTS_KEY, type Alerts, useAlerts } from '../../features/alerts/use-alerts.ts'
import { useLiveScore, useRecompute } from '../../features/score/use-live-score.ts'
import { useApi } from '../../lib/api.ts'
import type { UpdateMode } from '../../lib/live/update-mode.ts'
import { isOutage } from '../../lib/outage/refresh.ts'
import { useLastError, useProblems } from '../../lib/outage/use-problems.ts'
import { protectionQuery } from '../../lib/protection-query.ts'
import { PROTECTION_KEY } from '../../lib/query-keys.ts'
import { scoreQuery } from '../../lib/score-query.ts'

export interface WalletAnalysis {
  result: ScoreResult | undefined
  /** What stands against the wallet; undefined until it is loaded, and when it could not be. */
  protection: Protection | undefined
  /** Undefined until they are loaded. */
  alerts: Alerts | undefined
  updateMode: UpdateMode
  /** The first responses are pending. */
  isLoading: boolean
  /** A response is pending, the first or a newer one. */
  isBusy: boolean
  messages: readonly string[]
  recompute: () => void
  reload: () => void
}

/** Loads and updates the score, the status and the alerts of an address; no requests while `address` is null. */
export function useWalletAnalysis(address: Address | null): WalletAnalysis {
  const api = useApi()
  const queryClient = useQueryClient()
  const score = useQuery(scoreQuery(api, address))
  const reloadProtection = () => void queryClient.invalidateQueries({ queryKey: PROTECTION_KEY })
  const timeline = useAlerts({ about: address, limit: WALLET_TIMELINE_LIMIT }, reloadProtection)
  const recompute = useRecompute(address)
  const updateMode = useLiveScore(score.data === undefined ? null : address)
  const protection = useQuery(protectionQuery(api, address))
  const scoreError = useLastError(score, address ?? '')
  const problems = useProblems(
    [
      ['Score', recompute.error ?? scoreError],
      ['Alerts', timeline.error],
    ],
    score.data?.meta?.degraded,
  )
  const protectionError = useLastError(protection, address ?? '')
  const isBusy = score.isLoading || recompute.isBusy
  return {
    result: score.data?.data,
    protection: protection.data,
    alerts: timeline.data,
    updateMode,
    isBusy,
    isLoading:
      (score.data === undefined && (scoreError === null ? isBusy : recompute.isBusy)) ||
      (protection.isLoading && protectionError === null),
    messages: isOutage(scoreError) && score.data === undefined ? clearAddress(problems) : problems,
    recompute: recompute.start,
    reload: () => {
      void score.refetch()
      void queryClient.invalidateQueries({ queryKey: ALERTS_KEY })
      reloadProtection()
    },
  }
}

/** Without a score the page asks to check the address, which an outage clears of being the cause. */
const clearAddress = ([cause, ...others]: readonly string[]): readonly string[] =>
  cause === undefined ? [] : [`${cause} The address is not the cause.`, ...others]
