import type { ApiClient } from '@app/api/client/client.ts'
import { getAgentHistory } from '@app/api/routes/agent.ts'
import { getCase } from '@app/api/routes/cases.ts'
import { getScoreHistory } from '@app/api/routes/score.ts'
import type { CaseSummary } from '@app/api/schemas/case.ts'
import type { ScoreResult } from '@app/api/schemas/score.ts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { apiQuery, useApi } from '../../lib/api.ts'
import { CardPart } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { DateTime } from '../../ui/time.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { HistoryChart } from './history-chart.tsx'
import { type EventMoment, listEvents, listScoreMoments, type ScoreMoment } from './list-moments.ts'

interface ScoreHistoryProps {
  result: ScoreResult
  /** The cases about the wallet, whose events are shown. */
  cases: readonly CaseSummary[]
}

/** Cases whose events are shown: the latest. */
const MAX_CASES = 5

/** The history of the score with what happened to the wallet: a chart, and the same as a table. */
export function ScoreHistory({ result, cases }: ScoreHistoryProps) {
  const api = useApi()
  const history = useQuery(scoreHistoryQuery(api, result))
  const actions = useQuery(agentActionsQuery(api, result))
  const caseEvents = useQueries({
    queries: cases.slice(0, MAX_CASES).map((one) => caseEventsQuery(api, one)),
  })
  const scores = listScoreMoments(history.data ?? [])
  const events = listEvents(
    caseEvents.map(({ data }) => data?.entries ?? []),
    actions.data ?? [],
  )
  const hasFailed = [history, actions, ...caseEvents].some(({ isError }) => isError)
  return (
    <CardPart title="Score History">
      <HistoryChart scores={scores} events={events} />
      <p role="status" className="mt-1 text-small text-ink-soft empty:hidden">
        {hasFailed && 'A part of the history could not be loaded.'}
        {!hasFailed && scores.length === 1 && 'This is the first score. New ones will appear here.'}
      </p>
      <div className="mt-1 text-small">
        <MomentsTable scores={scores} events={events} />
      </div>
    </CardPart>
  )
}

interface MomentsTableProps {
  scores: readonly ScoreMoment[]
  events: readonly EventMoment[]
}

/** Every score and event of the chart as a table, newest first. */
function MomentsTable({ scores, events }: MomentsTableProps) {
  const moments = [...scores, ...events].sort((a, b) => b.timeMs - a.timeMs)
  return (
    <Disclosure title="As a table" isDense>
      <section
        aria-label="Score history as a table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        className="max-h-80 overflow-y-auto"
      >
        <table className="figures w-full text-small">
          <caption className="sr-only">Score history, newest first</caption>
          <thead className="sr-only">
            <tr>
              <th scope="col">Time</th>
              <th scope="col">What happened</th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {moments.map(({ timeMs, kind, text }) => (
              <tr key={`${timeMs} ${kind} ${text}`}>
                <td className="py-1.5 pr-4 whitespace-nowrap text-ink-faint">
                  <DateTime time={new Date(timeMs).toISOString()} />
                </td>
                <UserText as="td" className="w-full py-1.5">
                  {text}
                </UserText>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Disclosure>
  )
}

const HISTORY_LIMIT = 200

/** Recent scores, newest first. The evidence hash of the latest one is part of the query key. */
const scoreHistoryQuery = (api: ApiClient, { address, evidenceHash }: ScoreResult) => ({
  ...apiQuery(api, ['score-history', address, evidenceHash], getScoreHistory, {
    params: { address },
    query: { limit: HISTORY_LIMIT },
  }),
  placeholderData: keepPreviousData,
})

/** What the agent did about a wallet, newest first; loaded again when its evidence changes. */
const agentActionsQuery = (api: ApiClient, { address, evidenceHash }: ScoreResult) => ({
  ...apiQuery(api, ['score-history', address, 'agent', evidenceHash], getAgentHistory, {
    query: { address, limit: HISTORY_LIMIT, reports: 'excluded' },
  }),
  placeholderData: keepPreviousData,
})

/** The entries of a case, which change with its newest hash. */
const caseEventsQuery = (api: ApiClient, { address, caseId, headHash }: CaseSummary) => ({
  ...apiQuery(api, ['score-history', address, 'case', caseId, headHash], getCase, {
    params: { address, caseId },
  }),
  staleTime: Number.POSITIVE_INFINITY,
})
