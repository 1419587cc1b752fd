import { getOutcomes } from '@app/api/routes/reference.ts'
import type { Accuracy, Outcomes, ReasonOutcomes } from '@app/api/schemas/reference.ts'
import { FACTOR_DEFINITIONS } from '@app/values/factor.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, useApi } from '../../lib/api.ts'
import { formatCount, formatPercent } from '../../lib/format/format.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { CommandLine } from '../../ui/command-line.tsx'
import { Badge } from '../../ui/tone/badge.tsx'

export function OutcomesReport() {
  const { data, error } = useQuery(apiQuery(useApi(), ['outcomes'], getOutcomes, {}))
  if (data !== undefined) return <Report outcomes={data} />
  return (
    <p className="text-ink-soft" role={error === null ? 'status' : 'alert'}>
      {error === null
        ? 'Loading the outcomes...'
        : `The outcomes could not be loaded. ${formatFailure(error, 'The server may not be running.')}`}
    </p>
  )
}

function Report({ outcomes }: { outcomes: Outcomes }) {
  const { cases, reasons, review } = outcomes
  if (reasons.length === 0) return <p className="text-ink-soft">Nobody has been accused yet.</p>
  const commands = listReviewCommands(outcomes)
  return (
    <>
      <p className="mb-3 text-ink-soft">
        Of {formatCount(cases)} {cases === 1 ? 'case' : 'cases'} on this network, by the reasons
        that were given. A reason was wrong where an appeal was upheld, a vote lifted the flag, or
        the list entry behind it was removed. From {review.minDecided} decided cases on, one that is
        wrong in more than {formatPercent(review.overturnedAbove)} is listed for the next version of
        the tables.
      </p>
      <OutcomesTable reasons={reasons} />
      {commands.length > 0 && (
        <div className="mt-4">
          <CommandList commands={commands} />
        </div>
      )}
    </>
  )
}

export function CommandList({ commands }: { commands: Accuracy['reproduce'] }) {
  return (
    <ul className="grid gap-3">
      {commands.map(({ command, text }) => (
        <li key={command}>
          <p className="text-ink-soft">{text}</p>
          <CommandLine command={command} className="mt-1" />
        </li>
      ))}
    </ul>
  )
}

function OutcomesTable({ reasons }: { reasons: readonly ReasonOutcomes[] }) {
  return (
    <table className="w-full text-left text-small">
      <thead className="text-small text-ink-faint">
        <tr className="border-b border-line align-bottom *:py-2 *:font-normal">
          <th scope="col">Reason</th>
          <th scope="col" className="pl-4 text-right sm:pl-8">
            Wrong, of the decided
          </th>
        </tr>
      </thead>
      <tbody>
        {reasons.map((reason) => (
          <OutcomesRow key={`${reason.factor}-${reason.code}`} reason={reason} />
        ))}
      </tbody>
    </table>
  )
}

function OutcomesRow({ reason }: { reason: ReasonOutcomes }) {
  return (
    <tr className="border-b border-line align-top *:py-3">
      <th scope="row" className="w-[55%] font-normal">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {formatReasonCode(reason.code)}
          {reason.isForReview && <Badge tone="poor">For review</Badge>}
        </span>
        <span className="figures block text-small text-ink-faint">
          {FACTOR_DEFINITIONS[reason.factor].label}. {describeReasonOutcomes(reason)}
        </span>
      </th>
      <td className="figures pl-4 text-right font-medium sm:pl-8">
        {formatFalsePositives(reason)}
      </td>
    </tr>
  )
}

/** From so many decided cases on, the rate is shown without its interval. */
const MANY_DECIDED = 100

/** The code of a reason as words: passes_on is 'Passes on'. */
function formatReasonCode(code: string): string {
  const words = code.replaceAll('_', ' ')
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`
}

/** How often a reason was wrong: '2 of 6 (33%, likely 10% to 70%)'. */
export function formatFalsePositives(reason: ReasonOutcomes): string {
  const { overturned, decided, falsePositiveRate, interval } = reason
  if (falsePositiveRate === null || interval === null) return 'None decided'
  // The rate itself is rounded.
  const rate = formatPercent(overturned / decided)
  const range = `${formatPercent(interval.from)} to ${formatPercent(interval.to)}`
  const figures = decided >= MANY_DECIDED ? rate : `${rate}, likely ${range}`
  return `${formatCount(overturned)} of ${formatCount(decided)} (${figures})`
}

const ENDS = [
  ['clearedByVote', 'cleared by vote'],
  ['clearedByLabelRemoval', 'cleared by removal from the list'],
  ['clearedByRecheck', 'cleared by a recheck'],
  ['denied', 'appeal denied'],
  ['undecided', 'undecided'],
  ['open', 'open'],
] as const satisfies readonly (readonly [keyof ReasonOutcomes, string])[]

/** What became of the cases of a reason: '7 accused: 2 cleared by vote, 1 open'. */
export function describeReasonOutcomes(reason: ReasonOutcomes): string {
  const ends = ENDS.filter(([name]) => reason[name] > 0).map(
    ([name, words]) => `${formatCount(reason[name])} ${words}`,
  )
  return `${formatCount(reason.accused)} accused: ${ends.join(', ')}`
}

/** The commands that show what changes without each reason that is for review. */
function listReviewCommands({ reasons }: Outcomes): { command: string; text: string }[] {
  return reasons
    .filter(({ isForReview }) => isForReview)
    .map(({ code }) => ({
      command: `npm run preview -- --mute ${code}`,
      text: `Lists whose level would change if “${formatReasonCode(code)}” gave no points.`,
    }))
}
