import type { Watched } from '@app/api/schemas/alert/subscriptions.ts'
import { toAddress } from '@app/values/address.ts'
import { X } from 'lucide-react'
import { formatPoints } from '../../lib/format/format.ts'
import { shortenAddress } from '../../lib/format/shorten-address.ts'
import { Link } from '../../lib/router/link.tsx'
import { toRiskBadge } from '../../lib/tone.ts'
import { ARIA_DISABLED_PROPS } from '../../ui/button.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { useSetWatched } from './use-set-watched.ts'

/** The watched wallets with their scores. */
export function WatchedList({ watched }: { watched: readonly Watched[] }) {
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
