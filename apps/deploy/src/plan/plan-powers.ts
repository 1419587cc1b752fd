import { getPowers } from '@app/contracts/scripts.generated.ts'
import { NodeAnswerError } from '@app/flow/errors.ts'
import type { Address } from '@app/values/address.ts'
import { ask, type Site } from '../site/site.ts'

/** What the agent may do once it is appointed to it and has claimed it. */
export const POWERS = ['publish', 'flag', 'watch'] as const
export type Power = (typeof POWERS)[number]

/** How far the agent has got a power. */
export type Hold = 'none' | 'offered' | 'held'
export type Powers = Readonly<Record<Power, Hold>>

/** Contracts that give powers to an agent. */
const GIVERS: Readonly<Record<Power, string>> = {
  publish: 'DharmaScore',
  flag: 'DharmaFlaggers',
  watch: 'DharmaRecheck',
}

const NONE: Powers = { publish: 'none', flag: 'none', watch: 'none' }

/** What an agent holds; nothing while one of the contracts that give powers is not deployed. */
export async function readPowers(
  site: Site,
  agent: Address,
  deployed: ReadonlySet<string>,
): Promise<Powers> {
  if (Object.values(GIVERS).some((name) => !deployed.has(name))) return NONE
  const answer = await ask(site, getPowers({ contracts: site.account.address, agent }))
  const { publish, flag, watch } = answer as Record<string, unknown>
  return { publish: holdOf(publish), flag: holdOf(flag), watch: holdOf(watch) }
}

function holdOf(answer: unknown): Hold {
  if (answer === 'none' || answer === 'offered' || answer === 'held') return answer
  throw new NodeAnswerError(
    `The script get_powers answered '${answer}', which is no state of a power.`,
  )
}
