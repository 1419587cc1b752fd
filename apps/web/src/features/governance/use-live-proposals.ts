import { buildUrl } from '@app/api/client/build-url.ts'
import { streamProposals } from '@app/api/routes/governance.ts'
import { PROPOSAL_EVENT, type ProposalEvent, ProposalEventSchema } from '@app/api/schemas/stream.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'typebox/value'
import { recordBlockTime } from '../../lib/chain-clock.ts'
import type { UpdateMode } from '../../lib/live/subscribe-to-events.ts'
import { useLiveUpdates } from '../../lib/live/use-live-updates.ts'
import { applyProposal, PROPOSALS_KEY } from './queries.ts'

/** Keeps the loaded proposals up to date, by server-sent events and by polling while the stream is interrupted. */
export function useLiveProposals(isLoaded: boolean): UpdateMode {
  const queryClient = useQueryClient()
  const apply = ({ data, meta }: ProposalEvent) => {
    if (meta?.latestBlock) recordBlockTime(meta.latestBlock.timeMs)
    applyProposal(queryClient, data)
  }
  const reload = () => void queryClient.invalidateQueries({ queryKey: PROPOSALS_KEY })
  return useLiveUpdates({
    stream: streamProposals,
    path: isLoaded ? buildUrl(streamProposals) : null,
    onEvent: { [PROPOSAL_EVENT]: (event) => Check(ProposalEventSchema, event) && apply(event) },
    onPoll: reload,
    onOpen: reload,
  })
}
