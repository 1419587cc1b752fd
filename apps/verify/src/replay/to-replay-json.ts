import { describeComparison } from '@app/score/behaviour/describe-comparison.ts'
import type { BlockPosition, ReplayReport } from '@app/server/replay/replay-report.ts'
import { countActions } from './count-actions.ts'
import type { ReplaySettings } from './format-replay.ts'

/** Converts the report to the object that --json prints; times are ISO 8601. */
export function toReplayJson(report: ReplayReport, settings: ReplaySettings): object {
  const { first, last, accusations, ...rest } = report
  return {
    ...settings,
    ...rest,
    first: first && withTime(first),
    last: last && withTime(last),
    holdings: 'unknown',
    totals: countActions(accusations),
    accusations: accusations.map(({ actions, cleared, ordinary, ...accusation }) => ({
      ...withTime(accusation),
      isOrdinary: accusation.verdict === null,
      ordinary: { ...ordinary, text: describeComparison(ordinary) },
      actions: actions.map(withTime),
      cleared: cleared && withTime(cleared),
    })),
  }
}

function withTime<T extends BlockPosition>({ timeMs, ...rest }: T) {
  return { ...rest, time: new Date(timeMs).toISOString() }
}
