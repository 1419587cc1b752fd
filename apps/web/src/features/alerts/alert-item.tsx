import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useTransactionUrlBuilder } from '../../lib/explorer.ts'
import { shortenAddress } from '../../lib/format/shorten-address.ts'
import { Link } from '../../lib/router/link.tsx'
import type { Tone } from '../../lib/tone.ts'
import { ExternalLink } from '../../ui/external-link.tsx'
import { STATUS_HASH } from '../../ui/status/status-hash.ts'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { SOFT_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import type { Alert, AlertType } from './alert.ts'

const ALERT_STYLES: Readonly<Record<AlertType, { icon: LucideIcon; tone: Tone; label: string }>> = {
  warning: { icon: TriangleAlert, tone: 'poor', label: 'Warning' },
  error: { icon: CircleX, tone: 'bad', label: 'Error' },
  info: { icon: Info, tone: 'info', label: 'Info' },
  success: { icon: CircleCheck, tone: 'good', label: 'Success' },
}

export function AlertItem({ alert }: { alert: Alert }) {
  const buildTransactionUrl = useTransactionUrlBuilder()
  const { icon: Icon, tone, label } = ALERT_STYLES[alert.type]
  return (
    <li className="flex gap-3.5 py-3.5 first:pt-0 last:pb-0">
      <span
        className={`grid size-9 shrink-0 place-items-center rounded-control ${SOFT_TONE_CLASSES[tone]}`}
      >
        <Icon className="size-4.5" aria-hidden="true" />
        <span className="sr-only">{label}</span>
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h3 className="font-medium first-letter:uppercase">{alert.title}</h3>
          <span className="text-sm text-ink-faint">
            <TimeAgo time={alert.timestamp} />
          </span>
        </div>
        <p className="text-[0.9375rem] wrap-break-word text-ink-soft">{alert.message}</p>
        <p className="figures mt-1 flex flex-wrap gap-x-4 text-sm empty:hidden">
          {alert.address && (
            <Link
              to={`/wallet/${alert.address}`}
              className="link"
              title={alert.address}
              data-address={alert.address}
            >
              {shortenAddress(alert.address)}
            </Link>
          )}
          {alert.isAccusation && alert.address && (
            <Link to={`/wallet/${alert.address}${STATUS_HASH}`} className="link">
              Appeal
              <span className="sr-only"> against this accusation of {alert.address}</span>
            </Link>
          )}
          {alert.txId && (
            <ExternalLink url={buildTransactionUrl(alert.txId)}>View Transaction</ExternalLink>
          )}
        </p>
      </div>
    </li>
  )
}
