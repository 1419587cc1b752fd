import { useMutation } from '@tanstack/react-query'
import { serverMessage } from '../../lib/failure-message.ts'

export interface ProtectionAction {
  run: () => Promise<{ txId?: string | undefined }>
  done: string
  failed: string
}

export interface Outcome {
  isSuccess: boolean
  message: string
  txId?: string | undefined
}

/** Runs one protection action at a time and keeps what came of the last one. */
export function useProtectionAction(onDone: () => void) {
  const action = useMutation({
    mutationFn: ({ run }: ProtectionAction) => run(),
    onSuccess: onDone,
  })
  return { start: action.mutate, isBusy: action.isPending, outcome: outcomeOf(action) }
}

interface Settled {
  status: string
  data: { txId?: string | undefined } | undefined
  error: unknown
  variables: ProtectionAction | undefined
}

function outcomeOf({ status, data, error, variables }: Settled): Outcome | null {
  if (variables === undefined) return null
  if (status === 'success') return { isSuccess: true, message: variables.done, txId: data?.txId }
  if (status !== 'error') return null
  return { isSuccess: false, message: serverMessage(error, variables.failed) }
}
