import { getVerdict } from '@app/contracts/scripts.generated.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import type { Chain } from '../chain/create-chain.ts'
import { MEMBERS } from '../people/account-names.ts'
import type { Person } from '../people/create-person.ts'
import type { WorldConnection } from './connect-to-world.ts'
import { waitFor } from './wait-for.ts'

/** What DharmaScore says of a score of 60 that is at most a day old. */
export const VERDICTS = { pass: 0n, fail: 1n, stale: 2n, unknown: 3n } as const

/** A run of the scheduler may be ten minutes late. */
const ONE_DAY_MS = (24 * 60 + 11) * 60_000

/** Lets a day pass, at the end of which the agent has published the members' scores again: they may vote. */
export async function advanceOneDay({ people, chain, clock }: WorldConnection): Promise<void> {
  await clock.advance(ONE_DAY_MS)
  for (const name of MEMBERS) {
    await waitFor(`the score of ${name} to be published again`, async () => {
      return (await readVerdict(chain, people[name])) === VERDICTS.pass
    })
  }
}

/** One of `VERDICTS` on somebody's published score. */
export function readVerdict(chain: Chain, { address }: Pick<Person, 'address'>): Promise<unknown> {
  return chain.runScript(
    getVerdict({ address, minScoreTenths: 600, maxAge: parseUfix64('86400.0') }),
  )
}
