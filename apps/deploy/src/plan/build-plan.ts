import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { getAbsent } from '@app/contracts/scripts.generated.ts'
import type { Address } from '@app/values/address.ts'
import { toAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Settings } from '../command/load-settings.ts'
import { type DeploymentTarget, runScript } from '../target/deployment-target.ts'
import type { ContractSource } from '../target/list-sources.ts'
import { type ContractPlan, planContracts } from './plan-contracts.ts'
import { planRoles, type Roles } from './plan-roles.ts'

/** The changes of a deployment. */
export interface Plan {
  contracts: readonly ContractPlan[]
  /** null when they cannot be read because the deployed contracts do not load. */
  roles: Roles | null
}

/** Compares sources and settings with the chain; only reads. Throws `FatalError` when a deployment is not possible. */
export async function buildPlan(
  target: DeploymentTarget,
  sources: readonly ContractSource[],
  settings: Pick<Settings, 'dao' | 'agent' | 'secondPublisher'>,
): Promise<Plan> {
  await assertImportsDeployed(target, sources)
  const contracts = await planContracts(target, sources)
  const existing = contracts.filter(({ change }) => change.kind !== 'new')
  const deployed = new Set(existing.map(({ source }) => source.name))
  return { contracts, roles: await planRoles(target, settings, deployed) }
}

/** Throws `FatalError` when an imported third-party contract is not at its address in flow.json. */
async function assertImportsDeployed(
  target: DeploymentTarget,
  sources: readonly ContractSource[],
): Promise<void> {
  const externalImports = sources
    .flatMap(({ imports }) => imports)
    .filter((name) => !(name in target.contractAddresses))
  const places = new Map(externalImports.map((name) => [name, findContractAddress(name, target)]))
  const absent = await runScript(target, getAbsent({ places }))
  if (!Array.isArray(absent) || absent.length === 0) return
  const list = absent.map((name: string) => `${name} at ${places.get(name)}`).join(', ')
  throw new FatalError(`Not on ${target.network}: ${list}. Correct the addresses in flow.json.`)
}

const findContractAddress = (name: string, { network }: DeploymentTarget): Address =>
  toAddress(getContractAddress(name, network))
