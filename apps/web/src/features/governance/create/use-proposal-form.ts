import { createProposal } from '@app/api/routes/governance.ts'
import type { RouteResponse } from '@app/api/routes/route.ts'
import type { ProposalAction } from '@app/values/governance.ts'
import { PROPOSAL_REASON } from '@app/values/limits.ts'
import { findTextProblem, normalizeText } from '@app/values/plain-text.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type AddressBook, parseAddressInput } from '../../../lib/address-input.ts'
import { useApi } from '../../../lib/api.ts'
import { hashText } from '../../../lib/consent/encode-text.ts'
import { useSignIntention } from '../../../lib/consent/use-sign-intention.ts'
import { formatServerFailure } from '../../../lib/format/format-failure.ts'
import { PROPOSALS_KEY } from '../../../lib/query-keys.ts'
import { useConfig } from '../../../lib/runtime-config.ts'
import { showAlert } from '../../../ui/dialogs/dialogs.tsx'
import { useShowSent } from '../../../ui/dialogs/use-show-sent.ts'

export interface NewProposal {
  targetAddress: string
  action: ProposalAction
  reason: string
}

type CreatedProposal = RouteResponse<typeof createProposal>

const EMPTY_PROPOSAL: NewProposal = { targetAddress: '', action: 'freeze', reason: '' }

export function useProposalForm(target: string, onCreated: () => void) {
  const { people } = useConfig()
  const [values, setValues] = useState({ ...EMPTY_PROPOSAL, targetAddress: target })
  const creating = useCreateProposal(() => {
    setValues(EMPTY_PROPOSAL)
    onCreated()
  })
  const submit = () => {
    const problem = validateProposal(values, people)
    if (problem !== null) void showAlert(problem)
    else creating.mutate(cleanProposal(values, people))
  }
  const change = (change: Partial<NewProposal>) => setValues({ ...values, ...change })
  return { values, change, submit, isBusy: creating.isPending }
}

/** Returns the proposal with the address that the text of its target means, and its reason as it is signed. */
const cleanProposal = (
  { targetAddress, action, reason }: NewProposal,
  people: AddressBook,
): NewProposal => ({
  targetAddress: parseAddressInput(targetAddress, people) ?? targetAddress,
  action,
  reason: normalizeText(reason),
})

function useCreateProposal(onCreated: () => void) {
  const queryClient = useQueryClient()
  const creating = useMutation({
    mutationFn: useSignAndSubmit(),
    onSuccess: () => {
      onCreated()
      return queryClient.invalidateQueries({ queryKey: PROPOSALS_KEY })
    },
  })
  useOutcomeAlert(creating)
  return creating
}

/**
 * Shows the outcome after the form has closed, or is modal again, and has moved the focus: an alert before would lie
 * under the form.
 */
function useOutcomeAlert({ data, error }: { data: CreatedProposal | undefined; error: unknown }) {
  const showSent = useShowSent()
  const showOutcome = useEffectEvent(async () => {
    if (data === undefined) await showAlert(formatServerFailure(error, 'Failed to create proposal'))
    else await showSent('Proposal created successfully!', data.data.txId)
  })
  useEffect(() => {
    if (data === undefined && error === null) return
    const timer = setTimeout(() => void showOutcome())
    return () => clearTimeout(timer)
  }, [data, error])
}

function useSignAndSubmit() {
  const api = useApi()
  const sign = useSignIntention()
  return async (proposal: NewProposal) => {
    const { action, targetAddress, reason } = proposal
    const reasonHash = await hashText(reason)
    const signed = await sign({ targetAddress, subject: { kind: 'proposal', action, reasonHash } })
    const wallet = signed && { wallet: signed.wallet }
    return api.callWithMeta(createProposal, { body: { ...proposal, ...wallet } })
  }
}

/** Returns the message for the first invalid field of a proposal; null when it is valid. */
export function validateProposal(
  { targetAddress, reason }: NewProposal,
  people: AddressBook = {},
): string | null {
  if (parseAddressInput(targetAddress, people) === null) return 'Invalid Flow address format'
  return findTextProblem(normalizeText(reason), PROPOSAL_REASON)
}
