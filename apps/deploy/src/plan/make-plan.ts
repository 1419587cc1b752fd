import { contractAddress } from '@app/contracts/resolve-imports.ts'
import { getAbsent } from '@app/contracts/scripts.generated.ts'
import type { Account } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Settings } from '../command/take-settings.ts'
import type { Source } from '../site/list-sources.ts'
import { accountOf } from '../site/open-site.ts'
import { ask, type Site } from '../site/site.ts'
import { type ContractPlan, planContracts } from './plan-contracts.ts'
import { type DaoPlan, planDao } from './plan-dao.ts'
import { type Balances, readFunds } from './plan-funds.ts'
import { type Powers, readPowers } from './plan-powers.ts'

/** What would change. */
export interface Plan {
  contracts: readonly ContractPlan[]
  dao: DaoPlan
  /** null when no agent is named. */
  agent: { account: Account; powers: Powers } | null
  funds: Balances
}

/** Reads the chain, changes nothing. Throws `FatalError` when something on it does not allow to deploy. */
export async function makePlan(
  site: Site,
  sources: readonly Source[],
  { dao, agent }: Pick<Settings, 'dao' | 'agent'>,
): Promise<Plan> {
  await expectImports(site, sources)
  const contracts = await planContracts(site, sources)
  const old = contracts.filter(({ change }) => change.kind !== 'new')
  const deployed = new Set(old.map(({ source }) => source.name))
  return {
    contracts,
    dao: await planDao(site, dao, deployed),
    agent: agent === null ? null : await planAgent(site, agent.address, deployed),
    funds: await readFunds(site, deployed),
  }
}

async function planAgent(
  site: Site,
  address: Address,
  deployed: ReadonlySet<string>,
): Promise<Plan['agent']> {
  const account = await accountOf(site.reader, address, site.network)
  return { account, powers: await readPowers(site, address, deployed) }
}

/** Throws `FatalError` when a contract of others that ours import is not where flow.json has it. */
async function expectImports(site: Site, sources: readonly Source[]): Promise<void> {
  const foreign = sources.flatMap(({ imports }) => imports).filter((name) => !(name in site.places))
  const places = new Map(foreign.map((name) => [name, placeOf(name, site)]))
  const absent = await ask(site, getAbsent({ places }))
  if (!Array.isArray(absent) || absent.length === 0) return
  const where = absent.map((name: string) => `${name} at ${places.get(name)}`).join(', ')
  throw new FatalError(`Not on ${site.network}: ${where}. Correct the addresses in flow.json.`)
}

const placeOf = (name: string, { network }: Site): Address =>
  toAddress(contractAddress(name, network))
