import type { Proposal } from '@app/api/schemas/governance/proposal.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../lib/api.ts'
import { openInNewTab, useTransactionUrlBuilder } from '../../lib/explorer.ts'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { showAlert } from '../../ui/dialogs.ts'
import { type NewProposal, PROPOSALS_KEY, submitProposal } from './queries.ts'
import { validateProposal } from './validate-proposal.ts'

const EMPTY_PROPOSAL: NewProposal = { targetAddress: '', action: 'freeze', reason: '' }

/** The values of the form for a new proposal, and functions to change and submit them. */
export function useProposalForm(onCreated: () => void) {
  const [values, setValues] = useState(EMPTY_PROPOSAL)
  const creating = useCreateProposal(() => {
    setValues(EMPTY_PROPOSAL)
    onCreated()
  })
  const submit = () => {
    const problem = validateProposal(values)
    if (problem !== null) void showAlert(problem)
    else creating.mutate(trimProposal(values))
  }
  const change = (change: Partial<NewProposal>) => setValues({ ...values, ...change })
  return { values, change, submit, isBusy: creating.isPending }
}

const trimProposal = ({ targetAddress, action, reason }: NewProposal): NewProposal => ({
  targetAddress: targetAddress.trim(),
  action,
  reason: reason.trim(),
})

function useCreateProposal(onCreated: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const buildTransactionUrl = useTransactionUrlBuilder()
  const showSuccess = async ({ txId }: Proposal) => {
    const isOk = await showAlert('Proposal created successfully!')
    if (isOk && txId) openInNewTab(buildTransactionUrl(txId))
  }
  return useMutation({
    mutationFn: (proposal: NewProposal) => submitProposal(api, proposal),
    onSuccess: (proposal) => {
      onCreated()
      void showSuccess(proposal)
      return queryClient.invalidateQueries({ queryKey: PROPOSALS_KEY })
    },
    onError: (error) => void showAlert(formatServerFailure(error, 'Failed to create proposal')),
  })
}
