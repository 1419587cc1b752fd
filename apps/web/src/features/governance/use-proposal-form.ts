import type { Proposal } from '@app/api/proposal.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../lib/api.ts'
import { openInNewTab, useTransactionUrl } from '../../lib/explorer.ts'
import { serverMessage } from '../../lib/failure-message.ts'
import { showAlert } from '../../ui/dialogs.ts'
import { proposalProblem } from './proposal-problem.ts'
import { type NewProposal, PROPOSALS_KEY, propose } from './queries.ts'

const EMPTY: NewProposal = { targetAddress: '', action: 'freeze', reason: '' }

/** The values of the form for a new proposal, and how to send them. */
export function useProposalForm(onCreated: () => void) {
  const [values, setValues] = useState(EMPTY)
  const creating = useCreating(() => {
    setValues(EMPTY)
    onCreated()
  })
  const submit = () => {
    const problem = proposalProblem(values)
    if (problem !== null) void showAlert(problem)
    else creating.mutate(trimmed(values))
  }
  const change = (change: Partial<NewProposal>) => setValues({ ...values, ...change })
  return { values, change, submit, isBusy: creating.isPending }
}

const trimmed = ({ targetAddress, action, reason }: NewProposal): NewProposal => ({
  targetAddress: targetAddress.trim(),
  action,
  reason: reason.trim(),
})

function useCreating(onCreated: () => void) {
  const api = useApi()
  const queries = useQueryClient()
  const transactionUrl = useTransactionUrl()
  const tell = async ({ txId }: Proposal) => {
    const isOk = await showAlert('Proposal created successfully!')
    if (isOk && txId) openInNewTab(transactionUrl(txId))
  }
  return useMutation({
    mutationFn: (proposal: NewProposal) => propose(api, proposal),
    onSuccess: (proposal) => {
      onCreated()
      void tell(proposal)
      return queries.invalidateQueries({ queryKey: PROPOSALS_KEY })
    },
    onError: (error) => void showAlert(serverMessage(error, 'Failed to create proposal')),
  })
}
