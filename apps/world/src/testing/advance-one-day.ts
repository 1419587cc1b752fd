import { publishScore } from '@app/api/routes/score.ts'
import { getVerdict } from '@app/contracts/calls.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { MIN_VOTER_SCORE } from '@app/values/limits.ts'
import type { Chain } from '../create-chain.ts'
import { MEMBERS } from '../people/account-names.ts'
import type { Person } from '../people/create-person.ts'
import type { WorldConnection } from './connect-to-world.ts'
import { waitFor } from './wait-for.ts'

/** Verdicts of DharmaScore, here for a score of at least `MIN_VOTER_SCORE` that is at most a day old. */
export const VERDICTS = { pass: 0n, fail: 1n, stale: 2n, unknown: 3n } as const

/** A day and a little more: a run of the scheduler may be ten minutes late. */
export const ONE_DAY_MS = (24 * 60 + 11) * 60_000

/**
 * Advances the clock by a day and publishes the members' scores again, so that they may vote. The agent's rechecks do the
 * same for whoever voted in the last 30 days, and would leave out the others.
 */
export async function advanceOneDayAndPublish(world: WorldConnection): Promise<void> {
  await world.clock.advance(ONE_DAY_MS)
  for (const name of MEMBERS) {
    await world.api.call(publishScore, { params: { address: world.people[name].address } })
  }
  await waitForPublications(world)
}

/** Waits until every member has a published score with which they may vote. */
export async function waitForPublications({ people, chain }: WorldConnection): Promise<void> {
  for (const name of MEMBERS) {
    await waitFor(`the score of ${name} to be published again`, async () => {
      return (await readVerdict(chain, people[name])) === VERDICTS.pass
    })
  }
}

/** Reads the verdict, one of `VERDICTS`, on the published score of an account. */
export function readVerdict(chain: Chain, { address }: Pick<Person, 'address'>): Promise<unknown> {
  return chain.runScript(
    getVerdict({ address, minScoreTenths: MIN_VOTER_SCORE * 10, maxAge: parseUfix64('86400.0') }),
  )
}
