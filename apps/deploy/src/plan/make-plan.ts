import { contractAddress } from '@app/contracts/resolve-imports.ts'
import { getAbsent } from '@app/contracts/scripts.generated.ts'
import type { Address } from '@app/values/address.ts'
import { toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Settings } from '../command/take-settings.ts'
import type { Source } from '../site/list-sources.ts'
import { ask, type Site } from '../site/site.ts'
import { type ContractPlan, planContracts } from './plan-contracts.ts'
import { type Offices, planOffices } from './plan-offices.ts'

/** What would change. */
export interface Plan {
  contracts: readonly ContractPlan[]
  /** null when they cannot be looked at before the contracts are repaired. */
  offices: Offices | null
}

/** Reads the chain, changes nothing. Throws `FatalError` when something on it does not allow to deploy. */
export async function makePlan(
  site: Site,
  sources: readonly Source[],
  settings: Pick<Settings, 'dao' | 'agent'>,
): Promise<Plan> {
  await expectImports(site, sources)
  const contracts = await planContracts(site, sources)
  const old = contracts.filter(({ change }) => change.kind !== 'new')
  const deployed = new Set(old.map(({ source }) => source.name))
  return { contracts, offices: await planOffices(site, settings, deployed) }
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
