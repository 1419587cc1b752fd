import type { CaseSummary } from '@app/api/schemas/case/case-file.ts'
import type { ScoreResult } from '@app/api/schemas/score/score-result.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { Card } from '../../ui/card.tsx'
import { HistoryChart } from './history-chart.tsx'
import { listEvents, listScoreMoments } from './list-moments.ts'
import { MomentsTable } from './moments-table.tsx'
import { agentActionsQuery, caseEventsQuery, scoreHistoryQuery } from './queries.ts'

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
    caseEvents.map(({ data }) => data ?? []),
    actions.data ?? [],
  )
  const hasFailed = [history, actions, ...caseEvents].some(({ isError }) => isError)
  return (
    <Card title="Score History">
      <HistoryChart scores={scores} events={events} />
      <p role="status" className="mt-2 min-h-6 text-sm text-ink-soft">
        {hasFailed && 'A part of the history could not be loaded.'}
        {!hasFailed && scores.length === 1 && 'This is the first score. New ones will appear here.'}
      </p>
      <MomentsTable scores={scores} events={events} />
    </Card>
  )
}
