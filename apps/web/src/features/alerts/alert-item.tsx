import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { useTransactionUrl } from '../../lib/explorer.ts'
import { shortAddress } from '../../lib/short-address.ts'
import type { Tone } from '../../lib/tone.ts'
import { ExternalLink } from '../../ui/external-link.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { SOFT_TONE } from '../../ui/tone-classes.ts'
import type { Alert, AlertType } from './alert.ts'

const LOOK: Readonly<Record<AlertType, { icon: LucideIcon; tone: Tone; word: string }>> = {
  warning: { icon: TriangleAlert, tone: 'poor', word: 'Warning' },
  error: { icon: CircleX, tone: 'bad', word: 'Error' },
  info: { icon: Info, tone: 'info', word: 'Info' },
  success: { icon: CircleCheck, tone: 'good', word: 'Success' },
}

export function AlertItem({ alert }: { alert: Alert }) {
  const transactionUrl = useTransactionUrl()
  const { icon: Icon, tone, word } = LOOK[alert.type]
  return (
    <li className="flex gap-3.5 py-3.5 first:pt-0 last:pb-0">
      <span
        className={`grid size-9 shrink-0 place-items-center rounded-control ${SOFT_TONE[tone]}`}
      >
        <Icon className="size-4.5" aria-hidden="true" />
        <span className="sr-only">{word}</span>
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
            <Link to={`/wallet/${alert.address}`} className="link" title={alert.address}>
              {shortAddress(alert.address)}
            </Link>
          )}
          {alert.txId && (
            <ExternalLink url={transactionUrl(alert.txId)}>View Transaction</ExternalLink>
          )}
        </p>
      </div>
    </li>
  )
}
