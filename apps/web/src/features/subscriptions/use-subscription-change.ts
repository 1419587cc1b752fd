import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { showAlert } from '../../ui/dialogs/dialogs.tsx'

/** Covers the webhooks and subscriptions of every wallet, and their deliveries. */
export const SUBSCRIPTIONS_KEY = ['subscriptions'] as const

/** Runs a change of webhooks and loads them again; a failure is shown with the server's message, else `errorMessage`. */
export function useSubscriptionChange<R, V = void>(
  run: (value: V) => Promise<R>,
  errorMessage: string,
): UseMutationResult<R, Error, V> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSettled: () => queryClient.invalidateQueries({ queryKey: SUBSCRIPTIONS_KEY }),
    onError: (error) => void showAlert(formatServerFailure(error, errorMessage)),
  })
}
