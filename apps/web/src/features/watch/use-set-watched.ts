import type { Address } from '@app/values/address.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { showAlert } from '../../ui/dialogs/dialogs.ts'
import { refreshWatch, setWatched } from './read-watched.ts'

/** Returns a function that adds an address to the watch list or removes it. */
export function useSetWatched(address: Address) {
  const api = useApi()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (isWatched: boolean) => setWatched(api, address, isWatched),
    onSuccess: () => refreshWatch(queryClient),
    onError: (error) =>
      void showAlert(formatServerFailure(error, 'Failed to change the watch list')),
  })
  return { set: change.mutate, isBusy: change.isPending }
}
