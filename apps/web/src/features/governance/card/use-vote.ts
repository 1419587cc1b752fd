import type { Proposal } from '@app/api/schemas/governance/proposal.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../../lib/api.ts'
import { useDescribeIntention } from '../../../lib/consent/use-describe-intention.ts'
import { useSignText } from '../../../lib/consent/use-sign-intention.ts'
import { formatServerFailure } from '../../../lib/format/format-failure.ts'
import { askConfirmation, showAlert } from '../../../ui/dialogs/dialogs.ts'
import { PROPOSALS_KEY, submitVote } from '../queries.ts'

/** A vote that the server accepted. */
export interface VoteReceipt {
  support: boolean
  /** What the wallet signed. */
  text: string | undefined
  txId: string | undefined
  /** Sent to the chain, but not counted yet. */
  isPending: boolean
}

/** Returns a function that asks for confirmation and votes, and the receipt of the last vote. */
export function useVote(proposal: Proposal) {
  const voting = useMutation({
    ...useVoteCallbacks(),
    mutationFn: useSignAndSubmit(proposal),
  })
  const { id, action, targetAddress } = proposal
  const describe = useDescribeIntention(targetAddress)
  const cast = async (support: boolean) => {
    const side = support ? 'FOR' : 'AGAINST'
    const question = `Are you sure you want to vote ${side} this proposal?`
    const subject = { kind: 'vote', action, proposalId: id, support } as const
    const isSure = await askConfirmation(question, describe(subject))
    if (isSure) voting.mutate(support)
  }
  return { cast, isBusy: voting.isPending, receipt: voting.data }
}

function useSignAndSubmit({ id, action, targetAddress }: Proposal) {
  const api = useApi()
  const sign = useSignText()
  return async (support: boolean): Promise<VoteReceipt> => {
    const subject = { kind: 'vote', action, proposalId: id, support } as const
    const signed = await sign({ targetAddress, subject })
    const { data, isAccepted } = await submitVote(api, subject, signed?.wallet)
    return { support, text: signed?.text, txId: data.txId, isPending: isAccepted === true }
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
