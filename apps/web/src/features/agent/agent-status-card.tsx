import type { ApiClient } from '@app/api/client/client.ts'
import { getAgentStatus } from '@app/api/routes/agent.ts'
import type { AgentStatus } from '@app/api/schemas/agent.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { apiQuery } from '../../lib/api.ts'
import { formatCount } from '../../lib/format/format.ts'
import { formatDuration } from '../../lib/format/format-time.ts'
import { refreshEvery } from '../../lib/outage/refresh.ts'
import { Card } from '../../ui/card.tsx'

export function AgentStatusCard({ status }: { status: AgentStatus | undefined }) {
  return (
    <Card title="Agent Status">
      {status === undefined ? (
        <p className="text-ink-soft">Loading agent status...</p>
      ) : (
        <>
          <div className="grid gap-x-10 gap-y-6 sm:grid-cols-2 lg:grid-cols-3">
            <RowGroup title="Configuration" rows={buildConfigRows(status)} />
            <RowGroup title="Statistics" rows={buildStatisticRows(status)} />
            {hasJudged(status) && <RowGroup title="Discovery" rows={buildDiscoveryRows(status)} />}
          </div>
          {hasJudged(status) && (
            <p className="mt-4 text-small text-ink-faint">{describeFalseAlarms(status)}</p>
          )}
        </>
      )}
    </Card>
  )
}

type Row = readonly [term: string, value: ReactNode]

function RowGroup({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <div>
      <h3 className="text-small font-medium text-ink-faint">{title}</h3>
      <dl className="mt-1 divide-y divide-line">
        {rows.map(([term, value]) => (
          <div key={term} className="flex justify-between gap-4 py-2">
            <dt className="text-ink-soft">{term}</dt>
            <dd className="figures font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

const formatYesNo = (value: boolean) => (value ? 'Yes' : 'No')

const buildConfigRows = ({ config }: AgentStatus): Row[] => [
  ['Enabled', formatYesNo(config.enabled)],
  ['Low Score Threshold', config.lowScoreThreshold],
  ['Auto-Flag', formatYesNo(config.autoFlag)],
  ['Schedule Rechecks', formatYesNo(config.scheduleRechecks)],
]

const buildStatisticRows = (status: AgentStatus): Row[] => [
  ['Total Actions', formatCount(status.totalActions)],
  ['Successful', formatCount(status.successfulActions)],
  ['Failed', formatCount(status.failedActions)],
  ['Addresses Monitored', formatCount(status.processedAddresses)],
]

/** A server may not say whom the agent finds by itself. */
const hasJudged = ({ judgedLastDay, waitingAddresses }: AgentStatus) =>
  judgedLastDay + waitingAddresses > 0

function buildDiscoveryRows(status: AgentStatus): Row[] {
  const { waitingAddresses, oldestWaitingSeconds, expectedFalseAlarms } = status
  const wait = ['Longest wait', formatDuration(oldestWaitingSeconds * 1000)] as const
  return [
    ['Judged in the last 24 h', formatCount(status.judgedLastDay)],
    ['Waiting', formatCount(waitingAddresses)],
    ...(waitingAddresses > 0 ? [wait] : []),
    ['Expected false alarms', expectedFalseAlarms === 0 ? '0' : `≤ ${expectedFalseAlarms}`],
  ]
}

/** `expectedFalseAlarms` is an upper bound over all accounts that were judged. */
const describeFalseAlarms = ({ judgedLastDay, expectedFalseAlarms }: AgentStatus): string =>
  `Of ${formatCount(judgedLastDay)} judged in the last day, at most ${expectedFalseAlarms} ordinary ones are expected to be flagged wrongly.`

const AGENT_STATUS_KEY = ['agent-status'] as const

/** The number of waiting accounts changes without an alert. */
const REFRESH_MS = 30_000

export const agentStatusQuery = (api: ApiClient) => ({
  ...apiQuery(api, AGENT_STATUS_KEY, getAgentStatus, {}),
  refetchInterval: refreshEvery(REFRESH_MS),
})

/** Loads the status again, unless it is being loaded. */
export const refreshAgentStatus = (queryClient: QueryClient): void =>
  void queryClient.invalidateQueries({ queryKey: AGENT_STATUS_KEY }, { cancelRefetch: false })
