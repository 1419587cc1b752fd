import type { InboxEntry } from '@app/api/schemas/subscriptions.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useApi } from '../../lib/api.ts'
import { shortenAddress } from '../../lib/format/format.ts'
import { formatServerFailure } from '../../lib/format/format-failure.ts'
import { Link } from '../../lib/router/link.tsx'
import { ARIA_DISABLED_PROPS, Button } from '../../ui/button.tsx'
import { showAlert } from '../../ui/dialogs/dialogs.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { OwnerLink } from '../../ui/status/owner-link.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { describeNotice } from './describe-notice.ts'
import { refreshWatch, submitSeen } from './read-watched.ts'

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
        <span className="text-sm text-ink-faint">
          <TimeAgo time={entry.timestamp} />
        </span>
      </div>
      <UserText as="p" className="mt-1.5 text-[0.9375rem] text-ink-soft empty:hidden">
        {text}
      </UserText>
      <p className="figures mt-1 flex flex-wrap gap-x-4 text-sm empty:hidden">
        {addresses.map((address) => (
          <Link
            key={address}
            to={`/wallet/${address}`}
            className="link"
            title={address}
            data-address={address}
          >
            {shortenAddress(address)}
          </Link>
        ))}
        {ACCUSING_TYPES.has(entry.type) && addresses[0] !== undefined && (
          <OwnerLink address={addresses[0]} isFlag={isFlag} />
        )}
      </p>
      {clearance !== undefined && (
        <div className="mt-1.5 text-sm">
          <Disclosure title="Text that the agent signed">
            <UserText as="pre" className="font-mono text-xs whitespace-pre-wrap">
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
    mutationFn: () => submitSeen(api, id),
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
