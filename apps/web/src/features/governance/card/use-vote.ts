import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../lib/api.ts'
import { useDescribeIntention } from '../../../lib/consent/use-describe-intention.ts'
import { useSignText } from '../../../lib/consent/use-sign-intention.ts'
import { formatServerFailure } from '../../../lib/format/format-failure.ts'
import { askConfirmation, showAlert } from '../../../ui/dialogs/dialogs.ts'
import type { Ballots } from '../group-by-topic.ts'
import { PROPOSALS_KEY, submitVotes, type VoteResponse } from '../queries.ts'

/** Votes that the server accepted. */
export interface VoteReceipt extends VoteResponse {
  support: boolean
  /** What the wallet signed. */
  text: string | undefined
}

/**
 * Returns a function that asks for confirmation and casts the same vote on each of the proposals with one signed
 * message, and the receipt of the last vote.
 */
export function useVote(proposals: Ballots) {
  const voting = useMutation({
    ...useVoteCallbacks(),
    mutationFn: useSignAndSubmit(proposals),
  })
  const { action, targetAddress } = proposals[0]
  const describe = useDescribeIntention(targetAddress)
  const cast = async (support: boolean) => {
    const side = support ? 'FOR' : 'AGAINST'
    const object = proposals.length > 1 ? `these ${proposals.length} proposals` : 'this proposal'
    const question = `Are you sure you want to vote ${side} ${object}?`
    const proposalIds = proposals.map(({ id }) => id)
    const words = describe({ kind: 'vote', action, proposalIds, support })
    const isSure = await askConfirmation(question, words)
    if (isSure) voting.mutate(support)
  }
  return { cast, isBusy: voting.isPending, receipt: voting.data }
}

function useSignAndSubmit(proposals: Ballots) {
  const api = useApi()
  const sign = useSignText()
  const { targetAddress } = proposals[0]
  return async (support: boolean): Promise<VoteReceipt> => {
    const votes = proposals.map((proposal) => ({
      proposalId: proposal.id,
      action: proposal.action,
      flagNumber: proposal.flagNumber,
      freezeNumber: proposal.freezeNumber,
      support,
    }))
    const signed = await sign({ targetAddress, subject: { kind: 'vote', votes } })
    const choices = votes.map(({ proposalId }) => ({ proposalId, support }))
    return { support, text: signed?.text, ...(await submitVotes(api, choices, signed?.wallet)) }
  }
}

function useVoteCallbacks() {
  const queryClient = useQueryClient()
  return {
    onSuccess: () => {
      void showAlert('Vote cast successfully!')
      return queryClient.invalidateQueries({ queryKey: PROPOSALS_KEY })
    },
    onError: (error: unknown) => void showAlert(formatServerFailure(error, 'Failed to cast vote')),
  }
}
