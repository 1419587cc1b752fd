import type { AccountName } from '../../people/account-names.ts'
import type { Token } from '../../people/assets.ts'
import { type Calendar, listSlots } from '../calendar.ts'
import type { ScheduledAction } from '../scheduled-action.ts'

const FRIENDS: ReadonlyMap<AccountName, readonly AccountName[]> = new Map<
  AccountName,
  AccountName[]
>([
  ['alice', ['carol', 'bob', 'ada']],
  ['bob', ['alice', 'dave', 'ben']],
  ['carol', ['alice', 'erin', 'hana']],
  ['dave', ['bob', 'erin', 'lars']],
  ['erin', ['carol', 'dave', 'nora']],
  ['victor', ['bob', 'erin', 'rosa']],
  ['ada', ['bea', 'alice']],
  ['ben', ['chen', 'bob']],
  ['hana', ['carol']],
])

/**
 * Plans payments between friends: shared bills in dollars, thanks in Lotus, and small amounts of
 * FLOW.
 */
export function planFriendPayments(calendar: Calendar): ScheduledAction[] {
  const { random } = calendar
  return [...FRIENDS].flatMap(([from, friends]) =>
    listSlots(calendar, from)
      .filter(() => random.chance(1 / 11))
      .map((atMs) => {
        const openFriends = friends.filter((name) => calendar.openedAt(name) < atMs)
        return { atMs, action: buildFriendPayment(calendar, from, random.pick(openFriends)) }
      }),
  )
}

function buildFriendPayment(
  { random }: Calendar,
  from: AccountName,
  to: AccountName,
): ScheduledAction['action'] {
  const token: Token = random.pick(['TUSD', 'TUSD', 'LOTUS', 'LOTUS', 'FLOW'])
  const amount = token === 'TUSD' ? random.amount(8, 60) : random.amount(1, 4)
  return { kind: 'pay', from, to, amount, token }
}
