import type { Facts } from '../facts.ts'
import { computeShare } from '../integers.ts'
import { formatCount, formatDuration, formatPercent } from './format.ts'
import type { Input } from './input.ts'

const DAY = 86_400

/** Inputs of the account's age and duration of use. */
export const ageInputs = {
  creationRank: {
    theme: 'creation_rank',
    compute: ({ age }) => (age === null ? null : computeShare(age.creationIndex, age.accountCount)),
    describe: (share) =>
      `${formatPercent(Math.max(0, 1 - share))} of all accounts were created after this one`,
  },
  spanDays: {
    theme: 'lifetime',
    compute: (facts) => (hasTransfers(facts) ? computeSpanDays(facts) : null),
    describe: (days) => `${formatDuration(days)} between its first and last transfer`,
  },
  activeDays: {
    theme: 'lifetime',
    compute: (facts) => (hasTransfers(facts) ? facts.activity.activeDays : null),
    describe: (days) => `it was used on ${formatCount(days, 'day')}`,
  },
} satisfies Record<string, Input>

function hasTransfers({ activity }: Facts): boolean {
  return activity.transfersIn + activity.transfersOut > 0
}

function computeSpanDays({ activity }: Facts): number | null {
  return computeShare(activity.lastSeconds - activity.firstSeconds, DAY)
}
