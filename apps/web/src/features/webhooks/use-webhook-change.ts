import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { showAlert } from '../../ui/dialogs/dialogs.ts'
import { refreshWebhooks } from './queries.ts'

/** Runs a change of webhooks and loads them again; a failure is shown with the server's message, else `errorMessage`. */
export function useWebhookChange<R, V = void>(
  run: (value: V) => Promise<R>,
  errorMessage: string,
): UseMutationResult<R, Error, V> {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: run,
    onSuccess: () => refreshWebhooks(queryClient),
    onError: (error) => void showAlert(formatServerFailure(error, errorMessage)),
  })
}
