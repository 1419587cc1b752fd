import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { isOutage } from '../../lib/outage/refresh.ts'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { Card } from '../../ui/card.tsx'
import { InboxList } from './inbox/inbox-list.tsx'
import { inboxQuery, isLoggedOut, watchedQuery } from './queries.ts'
import { WatchedList } from './watched-list.tsx'

interface WatchCardProps {
  /** The connected wallet. */
  owner: Address
  /** Shown at the end, once the wallet is known to be logged in. */
  children: ReactNode
}

/** The wallets that the connected wallet watches, and the notices to it. */
export function WatchCard({ owner, children }: WatchCardProps) {
  const api = useApi()
  const session = useWalletSession()
  const watched = useQuery(watchedQuery(api, { address: owner, session }))
  const inbox = useQuery(inboxQuery(api, { address: owner, session }))
  const error = watched.error ?? inbox.error
  if (error !== null) return <Card title="Watched wallets">{<LoadFailure error={error} />}</Card>
  return (
    <Card title="Watched wallets">
      {watched.data === undefined || inbox.data === undefined ? (
        <p className="text-ink-soft">Loading watched wallets...</p>
      ) : (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <WatchedList watched={watched.data} />
            <div>
              <h3 className="mb-2 text-sm font-medium text-ink-faint">Notices</h3>
              <InboxList entries={inbox.data} />
            </div>
          </div>
          <div className="mt-5 border-t border-line pt-4">{children}</div>
        </>
      )}
    </Card>
  )
}

const LOGGED_OUT_MESSAGE =
  'Your session has ended. Disconnect your wallet and connect it again to see the wallets that you watch.'

const LoadFailure = ({ error }: { error: unknown }) => (
  <p className="text-ink-soft">{describeFailure(error)}</p>
)

/** The page tells the cause of an outage once. */
function describeFailure(error: unknown): string {
  if (isLoggedOut(error)) return LOGGED_OUT_MESSAGE
  if (isOutage(error)) return 'Your watched wallets appear here when the server answers.'
  return formatFailure(error, 'The watched wallets could not be loaded.')
}
