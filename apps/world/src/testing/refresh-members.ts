import { publishScore } from '@app/api/routes/score.ts'
import { MEMBERS } from '../people/cast.ts'
import type { Visit } from './visit-world.ts'

/** Has the members' scores published on evidence of now, so that they may vote whatever the clock says. */
export async function refreshMembers({ people, api, caughtUp }: Visit): Promise<void> {
  const members = MEMBERS.map((name) => people[name])
  await Promise.all(members.map((member) => member.pay(people.cafe, '4.50')))
  await caughtUp()
  await Promise.all(members.map(({ address }) => api.call(publishScore, { params: { address } })))
}
