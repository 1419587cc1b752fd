import type { Watched } from '@app/api/schemas/subscriptions.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api.ts'
import { formatPoints, shortenAddress } from '../../lib/format/format.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { isOutage } from '../../lib/outage/refresh.ts'
import { Link } from '../../lib/router/link.tsx'
import { toRiskBadge } from '../../lib/tone.ts'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { ARIA_DISABLED_PROPS } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { InboxList } from './inbox-list.tsx'
import { inboxQuery, isLoggedOut, watchedQuery } from './read-watched.ts'
import { useSetWatched } from './use-set-watched.ts'

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
  'Your session has ended, or this browser blocks cookies. Disconnect your wallet and connect it again to see the wallets that you watch.'

const LoadFailure = ({ error }: { error: unknown }) => (
  <p className="text-ink-soft">{describeFailure(error)}</p>
)

/** The page tells the cause of an outage once. */
function describeFailure(error: unknown): string {
  if (isLoggedOut(error)) return LOGGED_OUT_MESSAGE
  if (isOutage(error)) return 'Your watched wallets appear here when the server answers.'
  return formatFailure(error, 'The watched wallets could not be loaded.')
}

/** The watched wallets with their scores. */
function WatchedList({ watched }: { watched: readonly Watched[] }) {
  if (watched.length === 0) {
    return (
      <p className="text-ink-soft">
        None yet. Choose "Watch this wallet" on the page of a wallet to be told when it gets into
        danger, and when it is cleared.
      </p>
    )
  }
  return (
    <ul aria-label="Watched wallets" className="divide-y divide-line">
      {watched.map((wallet) => (
        <WatchedItem key={wallet.address} wallet={wallet} />
      ))}
    </ul>
  )
}

function WatchedItem({ wallet: { address, score, riskLevel } }: { wallet: Watched }) {
  const { set, isBusy } = useSetWatched(toAddress(address))
  const badge = riskLevel && toRiskBadge(riskLevel)
  return (
    <li className="figures flex flex-wrap items-center gap-x-3 py-2">
      <Link to={`/wallet/${address}`} className="link" title={address} data-address={address}>
        {shortenAddress(address)}
      </Link>
      <span className="ml-auto flex items-center gap-3">
        {score !== undefined && <span className="font-medium">{formatPoints(score)}</span>}
        {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
        <button
          type="button"
          onClick={() => set(false)}
          {...(isBusy && ARIA_DISABLED_PROPS)}
          className="grid size-8 place-items-center rounded-control text-ink-faint transition-colors hover:bg-sunken hover:text-ink aria-disabled:opacity-60"
        >
          <X className="size-4" aria-hidden="true" />
          <span className="sr-only">Stop watching {address}</span>
        </button>
      </span>
    </li>
  )
}
