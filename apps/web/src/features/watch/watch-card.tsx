import { markSeen } from '@app/api/routes/alerts.ts'
import type { InboxEntry, Watched } from '@app/api/schemas/subscriptions.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApi } from '../../lib/api.ts'
import { formatPoints } from '../../lib/format/format.ts'
import { formatFailure, formatServerFailure } from '../../lib/format/format-failure.ts'
import { isOutage } from '../../lib/outage/refresh.ts'
import { toRiskBadge } from '../../lib/tone.ts'
import { useWalletSession } from '../../lib/wallet-session.ts'
import { ARIA_DISABLED_PROPS, Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { showAlert } from '../../ui/dialogs/dialogs.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { ShortAddress } from '../../ui/short-address.tsx'
import { OwnerLink } from '../../ui/status/owner-link.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { describeNotice } from './describe-notice.ts'
import { inboxQuery, isLoggedOut, refreshWatch, watchedQuery } from './read-watched.ts'
import { useSetWatched } from './watch-toggle.tsx'

export function WatchCard({ owner, children }: { owner: Address; children?: ReactNode }) {
  const api = useApi()
  const session = useWalletSession()
  const watched = useQuery(watchedQuery(api, { address: owner, session }))
  const inbox = useQuery(inboxQuery(api, { address: owner, session }))
  const error = watched.error ?? inbox.error
  if (error !== null) {
    return (
      <Card title="Watched wallets">
        <p className="text-ink-soft">{describeFailure(error)}</p>
      </Card>
    )
  }
  return (
    <Card title="Watched wallets">
      {watched.data === undefined || inbox.data === undefined ? (
        <p className="text-ink-soft">Loading watched wallets...</p>
      ) : (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <WatchedList watched={watched.data} />
            <div>
              <h3 className="mb-2 text-small font-medium text-ink-faint">Notices</h3>
              <InboxList entries={inbox.data} />
            </div>
          </div>
          {children && <div className="mt-5 border-t border-line pt-4">{children}</div>}
        </>
      )}
    </Card>
  )
}

const LOGGED_OUT_MESSAGE =
  'Your session has ended, or this browser blocks cookies. Disconnect your wallet and connect it again to see the wallets that you watch.'

/** The page tells the cause of an outage once. */
function describeFailure(error: unknown): string {
  if (isLoggedOut(error)) return LOGGED_OUT_MESSAGE
  if (isOutage(error)) return 'Your watched wallets appear here when the server answers.'
  return formatFailure(error, 'The watched wallets could not be loaded.')
}

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
      <ShortAddress address={address} />
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

/** The notices to the connected wallet, newest first, in a scrollable box. */
export function InboxList({ entries }: { entries: readonly InboxEntry[] }) {
  if (entries.length === 0) return <p className="text-ink-soft">No notices yet.</p>
  return (
    <section
      aria-label="Notices"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      className="-mx-2 max-h-80 overflow-y-auto rounded-control px-2"
    >
      <ol className="divide-y divide-line">
        {entries.map((entry) => (
          <InboxItem key={entry.id} entry={entry} />
        ))}
      </ol>
    </section>
  )
}

function InboxItem({ entry }: { entry: InboxEntry }) {
  const { tone, title, text, addresses, clearance, isFlag = false } = describeNotice(entry)
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <Badge tone={tone}>
          <span className="whitespace-normal">{title}</span>
        </Badge>
        <span className="text-small text-ink-faint">
          <TimeAgo time={entry.timestamp} />
        </span>
      </div>
      <UserText as="p" className="mt-1.5 text-small text-ink-soft empty:hidden">
        {text}
      </UserText>
      <p className="figures mt-1 flex flex-wrap gap-x-4 text-small empty:hidden">
        {addresses.map((address) => (
          <ShortAddress key={address} address={address} />
        ))}
        {ACCUSING_TYPES.has(entry.type) && addresses[0] !== undefined && (
          <OwnerLink address={addresses[0]} isFlag={isFlag} />
        )}
      </p>
      {clearance !== undefined && (
        <div className="mt-1.5 text-small">
          <Disclosure title="Text that the agent signed">
            <UserText as="pre" className="font-mono text-caption whitespace-pre-wrap">
              {clearance}
            </UserText>
          </Disclosure>
        </div>
      )}
      {entry.type === 'wallet.cleared' && <SeenButton entry={entry} />}
    </li>
  )
}

/** Notices of something that the owner of the wallet can dispute. */
const ACCUSING_TYPES: ReadonlySet<string> = new Set(['wallet.accused', 'wallet.reminder'])

/** Acknowledges a notice, so that it is not sent again. */
function SeenButton({ entry: { id, isSeen } }: { entry: InboxEntry }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const seeing = useMutation({
    mutationFn: () => api.call(markSeen, { params: { id } }),
    onSuccess: () => refreshWatch(queryClient),
    onError: (error) =>
      void showAlert(formatServerFailure(error, 'Failed to mark the notice as seen')),
  })
  return (
    <Button
      variant="secondary"
      size="small"
      aria-pressed={isSeen}
      onClick={() => seeing.mutate()}
      isBusy={seeing.isPending}
      {...(isSeen && ARIA_DISABLED_PROPS)}
      className="mt-1"
    >
      {isSeen && <Check className="size-4" aria-hidden="true" />}
      Seen
    </Button>
  )
}
