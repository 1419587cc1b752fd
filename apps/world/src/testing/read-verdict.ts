import { getVerdict } from '@app/contracts/scripts.generated.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { MIN_VOTER_SCORE } from '@app/values/limits.ts'
import type { Chain } from '../create-chain.ts'
import type { Person } from '../people/create-person.ts'

/** Verdicts of DharmaScore, here for a score of at least `MIN_VOTER_SCORE` that is at most a day old. */
export const VERDICTS = { pass: 0n, fail: 1n, stale: 2n, unknown: 3n } as const

/** Reads the verdict, one of `VERDICTS`, on the published score of an account. */
export function readVerdict(chain: Chain, { address }: Pick<Person, 'address'>): Promise<unknown> {
  return chain.runScript(
    getVerdict({ address, minScoreTenths: MIN_VOTER_SCORE * 10, maxAge: parseUfix64('86400.0') }),
  )
}
