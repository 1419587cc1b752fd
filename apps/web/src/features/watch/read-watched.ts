import { type ApiClient, ApiError } from '@app/api/client/client.ts'
import { listInbox, listWatched } from '@app/api/routes/alerts.ts'
import type { Address } from '@app/values/address.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { refreshEvery } from '../../lib/outage/refresh.ts'
import type { WalletSession } from '../../lib/wallet-session.ts'

/** Who asks: the connected wallet, which may be about to log in. */
interface Owner {
  address: Address
  session: Pick<WalletSession, 'waitForLogin'>
}

/** Covers the watch list and the inbox of every wallet. */
const WATCH_KEY = ['watch'] as const

const INBOX_LIMIT = 10

/** A notice follows its alert within seconds, but not with it. */
const REFRESH_MS = 15_000

export const watchedQuery = (api: ApiClient, { address, session }: Owner) =>
  queryOptions({
    queryKey: [...WATCH_KEY, 'list', address],
    queryFn: async ({ signal }) => {
      await session.waitForLogin()
      return api.call(listWatched, undefined, signal)
    },
    refetchInterval: refreshEvery(REFRESH_MS),
  })

/** The latest notices to a wallet, newest first. */
export const inboxQuery = (api: ApiClient, { address, session }: Owner) =>
  queryOptions({
    queryKey: [...WATCH_KEY, 'inbox', address],
    queryFn: async ({ signal }) => {
      await session.waitForLogin()
      return api.call(listInbox, { query: { limit: INBOX_LIMIT } }, signal)
    },
    refetchInterval: refreshEvery(REFRESH_MS),
  })

export const refreshWatch = (queryClient: QueryClient): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: WATCH_KEY })

/** Returns whether a wallet is connected here, but has no session with the server. */
export const isLoggedOut = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'not_signed_in'
