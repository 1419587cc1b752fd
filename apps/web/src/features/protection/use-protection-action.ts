import { useMutation } from '@tanstack/react-query'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { reportFailure } from '../../lib/report-failure.ts'

export interface ProtectionAction {
  run: () => Promise<{ txId?: string | undefined }>
  successMessage: string
  errorMessage: string
}

export interface ActionOutcome {
  isSuccess: boolean
  message: string
  txId?: string | undefined
}

/** Runs one protection action at a time. Returns the outcome of the last one. */
export function useProtectionAction(onDone: () => void) {
  const action = useMutation({
    mutationFn: ({ run }: ProtectionAction) => run(),
    onSuccess: onDone,
    onError: (error, { errorMessage }) => reportFailure(errorMessage, error),
  })
  return { start: action.mutate, isBusy: action.isPending, outcome: toActionOutcome(action) }
}

interface MutationState {
  status: string
  data: { txId?: string | undefined } | undefined
  error: unknown
  variables: ProtectionAction | undefined
}

function toActionOutcome({ status, data, error, variables }: MutationState): ActionOutcome | null {
  if (variables === undefined) return null
  if (status === 'success')
    return { isSuccess: true, message: variables.successMessage, txId: data?.txId }
  if (status !== 'error') return null
  return { isSuccess: false, message: formatServerFailure(error, variables.errorMessage) }
}
