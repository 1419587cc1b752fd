import { readAs } from '@app/api/client/read-as.ts'
import { PROPOSAL_EVENT, ProposalEventSchema } from '@app/api/schemas/stream.ts'
import { useQueryClient } from '@tanstack/react-query'
import { recordBlockTime } from '../../lib/chain-clock.ts'
import type { UpdateMode } from '../../lib/live/update-mode.ts'
import { useLiveUpdates } from '../../lib/live/use-live-updates.ts'
import { PROPOSALS_KEY } from '../../lib/query-keys.ts'
import { applyProposal } from './read-proposals.ts'

/** Keeps the loaded proposals up to date, by server-sent events and by polling while the stream is interrupted. */
export function useLiveProposals(isLoaded: boolean): UpdateMode {
  const queryClient = useQueryClient()
  const apply = (event: unknown) => {
    const { data, meta } = readAs(ProposalEventSchema, event) ?? {}
    if (meta?.latestBlock) recordBlockTime(meta.latestBlock.timeMs)
    if (data) applyProposal(queryClient, data)
  }
  const reload = () => void queryClient.invalidateQueries({ queryKey: PROPOSALS_KEY })
  return useLiveUpdates({
    topic: 'proposals',
    isActive: isLoaded,
    onEvent: { [PROPOSAL_EVENT]: apply },
    onPoll: reload,
    onOpen: reload,
  })
}
