import { getAnswers } from '@app/contracts/scripts.generated.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Settings } from '../command/take-settings.ts'
import { describeFunds } from '../plan/describe-plan.ts'
import { readFaults } from '../plan/find-update-faults.ts'
import { deployedHashes } from '../plan/plan-contracts.ts'
import { readFunds } from '../plan/plan-funds.ts'
import { POWERS, readPowers } from '../plan/plan-powers.ts'
import type { Source } from '../site/list-sources.ts'
import { allOf, ask, type Site } from '../site/site.ts'
import { proveDao } from './prove-dao.ts'

/**
 * Asks the chain whether everything is as it should be, and returns what it found, a line each. Throws
 * `FatalError` when it is not.
 */
export async function prove(
  site: Site,
  sources: readonly Source[],
  settings: Settings,
): Promise<string[]> {
  return [
    await proveCode(site, sources),
    await proveFit(site),
    ...(await readAnswers(site)),
    ...(await proveDao(site, settings.dao)),
    ...(await readAgent(site, settings)),
    `The funds hold: ${describeFunds(await readFunds(site, allOf(site)))}`,
  ]
}

async function proveCode(site: Site, sources: readonly Source[]): Promise<string> {
  const hashes = await deployedHashes(site, sources)
  const wrong = sources.find(({ name, hash }) => hashes.get(name) !== hash)
  if (wrong === undefined) {
    return `The code of ${sources.length} contracts in ${site.account.address} has the hashes of the sources`
  }
  throw new FatalError(
    `The code of ${wrong.name} on the chain is not the source: run deploy again.`,
  )
}

/** A contract that does not fit one that it imports fails as soon as it is loaded. */
async function proveFit(site: Site): Promise<string> {
  const names = Object.keys(site.places)
  const imports = names.map((name) => `import "${name}"`).join('\n')
  const types = names.map((name) => `${name}.getType()`).join(', ')
  const cadence = `${imports}\n\naccess(all) fun main(): Int {\n    return [${types}].length\n}\n`
  try {
    const count = await ask(site, { name: 'load', cadence, args: [] })
    return `All ${count} load and fit each other`
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    const faults = readFaults(error.text).join('; ')
    throw new FatalError(
      `The contracts do not fit each other any more: ${faults}. Correct the sources and deploy again.`,
    )
  }
}

async function readAnswers(site: Site): Promise<string[]> {
  const answers = await ask(site, getAnswers({ address: site.account.address }))
  return Object.entries(answers as Record<string, string>)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, answer]) => `${name} answers: ${answer}`)
}

async function readAgent(site: Site, { agent }: Settings): Promise<string[]> {
  if (agent === null) return []
  const powers = await readPowers(site, agent.address, allOf(site))
  const lines = POWERS.map((power) => `The agent ${agent.address}: ${power} ${powers[power]}`)
  const isWaiting = POWERS.some((power) => powers[power] === 'offered')
  return isWaiting ? [...lines, CLAIM] : lines
}

const CLAIM =
  'The agent has to claim what it is offered: set DHARMA_AGENT_KEY_FILE to its key and deploy again'
