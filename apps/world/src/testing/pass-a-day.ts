import { getVerdict } from '@app/contracts/scripts.generated.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import type { Chain } from '../chain/create-chain.ts'
import { MEMBERS } from '../people/cast.ts'
import type { Person } from '../people/create-person.ts'
import type { Visit } from './visit-world.ts'
import { waitFor } from './wait-for.ts'

/** What DharmaScore says of a score of 60 that is at most a day old. */
export const VERDICTS = { pass: 0n, fail: 1n, stale: 2n, unknown: 3n } as const

/** A run of the scheduler may be ten minutes late. */
const A_DAY_MS = (24 * 60 + 11) * 60_000

/** Lets a day pass, at the end of which the agent has published the members' scores again: they may vote. */
export async function passADay({ people, chain, clock }: Visit): Promise<void> {
  await clock.advance(A_DAY_MS)
  for (const name of MEMBERS) {
    await waitFor(`the score of ${name} to be published again`, async () => {
      return (await verdictOn(chain, people[name])) === VERDICTS.pass
    })
  }
}

/** One of `VERDICTS` on somebody's published score. */
export function verdictOn(chain: Chain, { address }: Pick<Person, 'address'>): Promise<unknown> {
  return chain.ask(getVerdict({ address, minScoreTenths: 600, maxAge: parseUfix64('86400.0') }))
}
