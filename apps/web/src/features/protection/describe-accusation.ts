import type { Protection } from '@app/api/schemas/protection.ts'
import { describeOrdinary } from '../../lib/format/describe-ordinary.ts'
import { formatPoints } from '../../lib/format/format.ts'

export type StandingAccusation = NonNullable<Protection['accusation']>

type Statement = StandingAccusation['statement']

/** Describes an accusation as it was made: by whom, from which score, and compared with ordinary wallets where it rests on that. */
export const describeAccusation = ({ statement }: StandingAccusation): string[] => [
  describeAuthor(statement),
  ...describeOrdinary(statement),
]

function describeAuthor({ isAutomated, score, range, version }: Statement): string {
  const author = isAutomated ? 'Automated, by the agent' : 'Decided by people'
  const possible = `between ${formatPoints(range.from)} and ${formatPoints(range.to)} with what is unknown`
  return `${author}: the score was ${formatPoints(score)} (${possible}, version ${version}).`
}
