import type { Token } from '../../people/assets.ts'
import type { Name } from '../../people/cast.ts'
import { type Calendar, slotsOf } from '../calendar.ts'
import type { Moment } from '../moment.ts'

const FRIENDS: ReadonlyMap<Name, readonly Name[]> = new Map<Name, Name[]>([
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

/** Friends split bills in dollars, thank each other in Lotus, and help out with a little FLOW. */
export function meetFriends(calendar: Calendar): Moment[] {
  const { random } = calendar
  return [...FRIENDS].flatMap(([from, friends]) =>
    slotsOf(calendar, from)
      .filter(() => random.chance(1 / 11))
      .map((atMs) => {
        const there = friends.filter((name) => calendar.openedAt(name) < atMs)
        return { atMs, act: share(calendar, from, random.pick(there)) }
      }),
  )
}

function share({ random }: Calendar, from: Name, to: Name): Moment['act'] {
  const token: Token = random.pick(['TUSD', 'TUSD', 'LOTUS', 'LOTUS', 'FLOW'])
  const amount = token === 'TUSD' ? random.amount(8, 60) : random.amount(1, 4)
  return { kind: 'pay', from, to, amount, token }
}
