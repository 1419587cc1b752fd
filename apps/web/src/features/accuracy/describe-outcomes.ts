import type { Outcomes, ReasonOutcomes } from '@app/api/schemas/reference.ts'
import { formatCount, formatPercent } from '../../lib/format/format.ts'

/** From so many decided cases on, the rate is shown without its interval. */
const MANY_DECIDED = 100

/** The code of a reason as words: passes_on is 'Passes on'. */
export function formatReasonCode(code: string): string {
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
export function listReviewCommands({ reasons }: Outcomes): { command: string; text: string }[] {
  return reasons
    .filter(({ isForReview }) => isForReview)
    .map(({ code }) => ({
      command: `npm run preview -- --mute ${code}`,
      text: `Lists whose level would change if “${formatReasonCode(code)}” gave no points.`,
    }))
}
