import {
  BellOff,
  ChevronRight,
  CircleCheck,
  CircleX,
  Info,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import { useTransactionUrlBuilder } from '../../lib/explorer.ts'
import type { Tone } from '../../lib/tone.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ExternalLink } from '../../ui/external-link.tsx'
import { ShortAddress } from '../../ui/short-address.tsx'
import { OwnerLink } from '../../ui/status/owner-link.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { SOFT_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import { UserText } from '../../ui/user-text.tsx'
import {
  type AlertEntry,
  type AlertSeverity,
  foldAlerts,
  summarizeReports,
  withoutLifted,
} from './alert-entry.ts'
import type { Alerts } from './use-alerts.ts'

/** The alerts and, apart from them, what visitors report; undefined until they are loaded. */
export function AlertsList({ data }: { data: Alerts | undefined }) {
  if (data === undefined) return <p className="text-ink-soft">Loading alerts...</p>
  const { alerts, unverified } = data
  return (
    <>
      {alerts.length > 0 ? (
        <OwnAlerts alerts={alerts} />
      ) : (
        <EmptyState
          icon={BellOff}
          level={3}
          title="No alerts yet"
          text="Alerts appear here when the agent detects suspicious activity"
        />
      )}
      {unverified.length > 0 && (
        <div className="mt-3 border-t border-line pt-3">
          <FoldedAlerts alerts={unverified} summary={summarizeReports(unverified)} />
        </div>
      )}
    </>
  )
}

function OwnAlerts({ alerts }: { alerts: readonly AlertEntry[] }) {
  return (
    <ol className="divide-y divide-line">
      {foldAlerts(withoutLifted(alerts)).map(({ alerts: row, summary }) =>
        summary === null ? (
          row.map((alert) => <AlertItem key={alert.id} alert={alert} />)
        ) : (
          <li key={row.at(-1)?.id} className="py-2.5 first:pt-0 last:pb-0">
            <FoldedAlerts alerts={row} summary={summary} />
          </li>
        ),
      )}
    </ol>
  )
}

function FoldedAlerts({ alerts, summary }: { alerts: readonly AlertEntry[]; summary: string }) {
  const [newest] = alerts
  return (
    <details className="group/row">
      <summary className="flex min-h-9 list-none flex-wrap items-center gap-x-3 rounded-control font-medium hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 transition-transform group-open/row:rotate-90"
          aria-hidden="true"
        />
        <span className="figures">{summary}</span>
        <span className="ml-auto text-sm font-normal text-ink-faint">
          {newest && <TimeAgo time={newest.timestamp} />}
        </span>
      </summary>
      <ol className="mt-2 divide-y divide-line border-l border-line pl-4">
        {alerts.map((alert) => (
          <AlertItem key={alert.id} alert={alert} />
        ))}
      </ol>
    </details>
  )
}

const ALERT_STYLES: Readonly<
  Record<AlertSeverity, { icon: LucideIcon; tone: Tone; label: string }>
> = {
  warning: { icon: TriangleAlert, tone: 'poor', label: 'Warning' },
  error: { icon: CircleX, tone: 'bad', label: 'Error' },
  info: { icon: Info, tone: 'info', label: 'Info' },
  success: { icon: CircleCheck, tone: 'good', label: 'Success' },
}

function AlertItem({ alert }: { alert: AlertEntry }) {
  const buildTransactionUrl = useTransactionUrlBuilder()
  const { icon: Icon, tone, label } = ALERT_STYLES[alert.severity]
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
          <h3 className="min-w-0 font-medium wrap-anywhere first-letter:uppercase">
            {alert.title}
          </h3>
          <span className="text-sm text-ink-faint">
            <TimeAgo time={alert.timestamp} />
          </span>
        </div>
        <UserText as="p" className="text-[0.9375rem] text-ink-soft">
          {alert.message}
        </UserText>
        <p className="figures mt-1 flex flex-wrap gap-x-4 text-sm empty:hidden">
          {alert.address && <ShortAddress address={alert.address} />}
          {alert.accusation && alert.address && (
            <OwnerLink address={alert.address} isFlag={alert.accusation === 'flag'} />
          )}
          {alert.txId && (
            <ExternalLink url={buildTransactionUrl(alert.txId)}>View Transaction</ExternalLink>
          )}
        </p>
      </div>
    </li>
  )
}
