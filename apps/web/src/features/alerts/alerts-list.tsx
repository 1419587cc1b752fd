import {
  BellOff,
  ChevronDown,
  CircleCheck,
  CircleX,
  Info,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react'
import type { Tone } from '../../lib/tone.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ShortAddress } from '../../ui/short-address.tsx'
import { OwnerLink } from '../../ui/status/owner-link.tsx'
import { TimeAgo } from '../../ui/time.tsx'
import { SOFT_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import { TransactionIcon } from '../../ui/transaction-link.tsx'
import { UserText } from '../../ui/user-text.tsx'
import {
  type AlertEntry,
  type AlertSeverity,
  foldAlerts,
  summarizeReports,
  withoutLifted,
} from './alert-entry.ts'
import type { Alerts } from './use-alerts.ts'

interface AlertsListProps {
  /** The alerts and, apart from them, what visitors report; undefined until they are loaded. */
  data: Alerts | undefined
  /** The address that the page is about, which its alerts do not name again. */
  about?: string
}

export function AlertsList({ data, about }: AlertsListProps) {
  if (data === undefined) return <p className="text-ink-soft">Loading alerts...</p>
  const { alerts, unverified } = data
  return (
    <>
      {alerts.length > 0 ? (
        <ol className="divide-y divide-line">
          {foldAlerts(withoutLifted(alerts)).map(({ alerts: row, summary }) =>
            summary === null ? (
              row.map((alert) => <AlertItem key={alert.id} alert={alert} about={about} />)
            ) : (
              <li key={row.at(-1)?.id}>
                <FoldedAlerts alerts={row} summary={summary} about={about} />
              </li>
            ),
          )}
        </ol>
      ) : (
        <EmptyState
          icon={BellOff}
          level={3}
          title="No alerts yet"
          text="Alerts appear here when the agent detects suspicious activity"
        />
      )}
      {unverified.length > 0 && (
        <div className="border-t border-line">
          <FoldedAlerts alerts={unverified} summary={summarizeReports(unverified)} about={about} />
        </div>
      )}
    </>
  )
}

interface FoldedAlertsProps {
  /** Newest first. */
  alerts: readonly AlertEntry[]
  /** What they say together. */
  summary: string
  about: string | undefined
}

function FoldedAlerts({ alerts, summary, about }: FoldedAlertsProps) {
  const [newest] = alerts
  return (
    <details className="group/row">
      <summary className={`${SUMMARY_CLASS} items-center`}>
        <SeverityIcon severity={newest?.severity ?? 'info'} />
        <span className="figures text-small font-medium">{summary}</span>
        <span className={TIME_CLASS}>
          {newest && <TimeAgo time={newest.timestamp} />}
          <ChevronDown
            className={`${CHEVRON_CLASS} group-open/row:rotate-180`}
            aria-hidden="true"
          />
        </span>
      </summary>
      <ol className="ml-3.5 divide-y divide-line border-l border-line pl-2.5">
        {alerts.map((alert) => (
          <AlertItem key={alert.id} alert={alert} about={about} />
        ))}
      </ol>
    </details>
  )
}

const SUMMARY_CLASS =
  'grid min-h-11 list-none grid-cols-[auto_minmax(0,1fr)_auto] content-center gap-x-3 rounded-control hover:bg-sunken [&::-webkit-details-marker]:hidden'
const TIME_CLASS = 'flex items-center gap-1 text-small leading-5 text-ink-faint'
const CHEVRON_CLASS = 'size-3.5 shrink-0 transition-transform'

/** One alert in two lines, the second of which is cut until it is opened. */
function AlertItem({ alert, about }: { alert: AlertEntry; about: string | undefined }) {
  const { address, accusation, txId } = alert
  return (
    <li className="flex flex-wrap items-start gap-x-1">
      <details className="group/alert min-w-0 flex-1">
        <summary className={SUMMARY_CLASS}>
          <SeverityIcon severity={alert.severity} />
          <h3 className="text-small leading-5 font-medium wrap-anywhere first-letter:uppercase">
            {alert.title}
          </h3>
          <span className={TIME_CLASS}>
            <TimeAgo time={alert.timestamp} />
            <ChevronDown
              className={`${CHEVRON_CLASS} group-open/alert:rotate-180`}
              aria-hidden="true"
            />
          </span>
          <UserText
            as="span"
            className="col-span-2 truncate text-small leading-5 text-ink-soft group-open/alert:whitespace-normal"
          >
            {alert.message}
          </UserText>
        </summary>
        {accusation && address && (
          <p className="pl-10 text-small">
            <OwnerLink address={address} isFlag={accusation === 'flag'} />
          </p>
        )}
      </details>
      {txId ? <TransactionIcon txId={txId} className="mt-1.5" /> : <span className="w-8" />}
      {address && address !== about && (
        <p className="-mt-1 basis-full pb-1.5 pl-10 text-small">
          <ShortAddress address={address} />
        </p>
      )}
    </li>
  )
}

const SEVERITIES: Readonly<Record<AlertSeverity, { icon: LucideIcon; tone: Tone; label: string }>> =
  {
    warning: { icon: TriangleAlert, tone: 'poor', label: 'Warning' },
    error: { icon: CircleX, tone: 'bad', label: 'Error' },
    info: { icon: Info, tone: 'info', label: 'Info' },
    success: { icon: CircleCheck, tone: 'good', label: 'Success' },
  }

function SeverityIcon({ severity }: { severity: AlertSeverity }) {
  const { icon: Icon, tone, label } = SEVERITIES[severity]
  return (
    <span
      className={`row-span-2 mt-1 grid size-7 place-items-center rounded-control ${SOFT_TONE_CLASSES[tone]}`}
    >
      <Icon className="size-4" aria-hidden="true" />
      <span className="sr-only">{label}</span>
    </span>
  )
}
