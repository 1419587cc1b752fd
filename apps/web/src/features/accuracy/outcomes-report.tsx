import type { Outcomes, ReasonOutcomes } from '@app/api/schemas/case/outcomes.ts'
import { FACTOR_DEFINITIONS } from '@app/values/factor.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { formatCount, formatPercent } from '../../lib/format/format.ts'
import { formatFailure } from '../../lib/format/format-failure.ts'
import { Badge } from '../../ui/tone/badge.tsx'
import { CommandList } from './command-list.tsx'
import {
  describeEnds,
  formatFalsePositives,
  formatReasonCode,
  listReviewCommands,
} from './describe-outcomes.ts'
import { outcomesQuery } from './queries.ts'

/** What became of the accusations on this network, by reason. */
export function OutcomesReport() {
  const { data, error } = useQuery(outcomesQuery(useApi()))
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

function OutcomesTable({ reasons }: { reasons: readonly ReasonOutcomes[] }) {
  return (
    <table className="w-full text-left text-[0.9375rem]">
      <thead className="text-sm text-ink-faint">
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
        <span className="figures block text-sm text-ink-faint">
          {FACTOR_DEFINITIONS[reason.factor].label}. {describeEnds(reason)}
        </span>
      </th>
      <td className="figures pl-4 text-right font-medium sm:pl-8">
        {formatFalsePositives(reason)}
      </td>
    </tr>
  )
}
