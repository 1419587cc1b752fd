import type { Facts } from '../facts.ts'
import { shareOf } from '../integers.ts'
import type { Input } from './input.ts'
import { counted, duration, percent } from './say.ts'

const DAY = 86_400

/** How long the account has been there, and been used. */
export const ageInputs = {
  creationRank: {
    theme: 'creation_rank',
    of: ({ age }) => (age === null ? null : shareOf(age.creationIndex, age.accountCount)),
    say: (share) =>
      `${percent(Math.max(0, 1 - share))} of all accounts were created after this one`,
  },
  spanDays: {
    theme: 'lifetime',
    of: (facts) => (hasTransfers(facts) ? spanDays(facts) : null),
    say: (days) => `${duration(days)} between its first and last transfer`,
  },
  activeDays: {
    theme: 'lifetime',
    of: (facts) => (hasTransfers(facts) ? facts.activity.activeDays : null),
    say: (days) => `it was used on ${counted(days, 'day')}`,
  },
} satisfies Record<string, Input>

function hasTransfers({ activity }: Facts): boolean {
  return activity.transfersIn + activity.transfersOut > 0
}

function spanDays({ activity }: Facts): number | null {
  return shareOf(activity.lastSeconds - activity.firstSeconds, DAY)
}
