import { unwatchAddress, watchAddress } from '@app/api/routes/alerts.ts'
import type { Address } from '@app/values/address.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { BellPlus, BellRing } from 'lucide-react'
import { useApi } from '../../lib/api.ts'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { Button } from '../../ui/button.tsx'
import { showAlert } from '../../ui/dialogs/dialogs.tsx'
import { toast } from '../../ui/toasts.tsx'
import { refreshWatch, watchedQuery } from './read-watched.ts'

export function WatchToggle({ address, owner }: { address: Address; owner: Address }) {
  const session = useWalletSession()
  const { data = [] } = useQuery(watchedQuery(useApi(), { address: owner, session }))
  const { set, isBusy } = useSetWatched(address)
  const isWatched = data.some((watched) => watched.address === address)
  const toggle = () => set(!isWatched, { onSuccess: () => confirmChange(!isWatched) })
  const Icon = isWatched ? BellRing : BellPlus
  return (
    <Button
      variant="secondary"
      size="small"
      aria-pressed={isWatched}
      onClick={toggle}
      isBusy={isBusy}
      className="aria-pressed:border-brand aria-pressed:bg-brand-soft aria-pressed:text-brand"
    >
      {!isBusy && <Icon className="size-4" aria-hidden="true" />}
      Watch this wallet
    </Button>
  )
}

const confirmChange = (isWatched: boolean) =>
  toast(
    isWatched
      ? 'You will find changes of this wallet on your dashboard'
      : 'You no longer watch this wallet',
  )

export function useSetWatched(address: Address) {
  const api = useApi()
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (isWatched: boolean) =>
      api.call(isWatched ? watchAddress : unwatchAddress, { params: { address } }),
    onSuccess: () => refreshWatch(queryClient),
    onError: (error) =>
      void showAlert(formatServerFailure(error, 'Failed to change the watch list')),
  })
  return { set: change.mutate, isBusy: change.isPending }
}
