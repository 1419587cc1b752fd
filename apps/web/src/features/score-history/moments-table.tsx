import { formatDateTime } from '../../lib/format/format.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import type { HistoryEvent, ScoreMoment } from './list-moments.ts'

interface MomentsTableProps {
  scores: readonly ScoreMoment[]
  events: readonly HistoryEvent[]
}

/** Every score and event of the chart as a table, newest first. */
export function MomentsTable({ scores, events }: MomentsTableProps) {
  const moments = [...scores, ...events].sort((a, b) => b.timeMs - a.timeMs)
  return (
    <Disclosure title="As a table">
      <section
        aria-label="Score history as a table"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        className="max-h-80 overflow-y-auto"
      >
        <table className="figures w-full text-sm">
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
                  {formatDateTime(new Date(timeMs).toISOString())}
                </td>
                <td className="w-full py-1.5">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </Disclosure>
  )
}
