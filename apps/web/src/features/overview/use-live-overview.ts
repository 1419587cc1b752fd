import { matchesSchema } from '@app/api/client/matches-schema.ts'
import { WALLET_EVENT, WalletEventSchema } from '@app/api/schemas/stream/stream.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import type { UpdateMode } from '../../lib/live/update-mode.ts'
import { useLiveUpdates } from '../../lib/live/use-live-updates.ts'
import { applyWalletScore } from './apply-wallet-score.ts'
import { overviewQuery } from './queries.ts'

/** Moves wallets when their scores change. */
export function useLiveOverview(isLoaded: boolean): UpdateMode {
  const { queryKey } = overviewQuery(useApi())
  const queryClient = useQueryClient()
  const reload = () => void queryClient.invalidateQueries({ queryKey })
  return useLiveUpdates({
    topic: 'wallets',
    isActive: isLoaded,
    onEvent: {
      [WALLET_EVENT]: (event) => {
        if (!matchesSchema(WalletEventSchema, event)) return
        queryClient.setQueryData(queryKey, (old) => old && applyWalletScore(old, event.data))
      },
    },
    onPoll: reload,
    onOpen: reload,
  })
}
