import { getAbsent, getStorage } from '@app/contracts/calls.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { formatUfix64, parseUfix64, UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORKS } from '@app/values/network.ts'
import type { Settings } from '../command/load-settings.ts'
import {
  type ContractSource,
  type DeploymentTarget,
  runScript,
} from '../target/deployment-target.ts'
import { type ContractPlan, planContracts } from './plan-contracts.ts'
import { DAO_FLOW_UNITS, planRoles, type Roles } from './plan-roles.ts'

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

/** Bytes of storage per FLOW. Source: FlowStorageFees `storageMegaBytesPerReservedFLOW`, 100. */
const BYTES_PER_FLOW = 100_000_000n

/** Minimum balance of every account. Source: FlowStorageFees `minimumStorageReservation`, plus a margin. */
const RESERVE_UNITS = parseUfix64('0.01')

/** Estimated fee of each transaction: an emulator charges 0.00001, public networks charge more under load. */
const FEE_UNITS = parseUfix64('0.01')

/** Maximum costs of a plan for the account of the contracts, in units of FLOW. */
export type CostEstimate = Readonly<Record<'storage' | 'fees' | 'the DAO' | 'the fund', bigint>>

/** Estimates the costs of a plan. `steps` is the number of transactions. */
export function estimateCosts(
  { contracts, roles }: Plan,
  wanted: { steps: number; fundUnits: bigint },
): CostEstimate {
  const changed = contracts.filter(({ change }) => change.kind !== 'unchanged')
  const bytes = changed.reduce((sum, { source }) => sum + Buffer.byteLength(source.code), 0)
  const missingUnits = roles === null ? 0n : wanted.fundUnits - roles.fundBalanceUnits
  return {
    storage: (BigInt(bytes) * UNITS_PER_TOKEN) / BYTES_PER_FLOW,
    fees: BigInt(wanted.steps) * FEE_UNITS,
    'the DAO': roles?.dao.kind === 'open' ? DAO_FLOW_UNITS : 0n,
    'the fund': missingUnits > 0n ? missingUnits : 0n,
  }
}

/** Returns a sentence with the balance and the costs. Throws `FatalError` when the balance is too small. */
export async function checkBalance(target: DeploymentTarget, costs: CostEstimate): Promise<string> {
  const { address, balanceUnits } = target.account
  const [usedBytes = 0n] = (await runScript(target, getStorage({ address }))) as bigint[]
  const reservedUnits = (usedBytes * UNITS_PER_TOKEN) / BYTES_PER_FLOW + RESERVE_UNITS
  const costUnits = sumUnits(Object.values(costs))
  const parts = Object.entries(costs).filter(([, units]) => units > 0n)
  const list = parts.map(([what, units]) => `${formatFlow(units)} for ${what}`).join(', ')
  const sentence = `${address} has ${formatFlow(balanceUnits)} FLOW; this takes about ${formatFlow(costUnits)}: ${list}.`
  const shortfallUnits = costUnits + reservedUnits - balanceUnits
  if (costUnits === 0n || shortfallUnits <= 0n) return sentence
  const { faucetUrl } = NETWORKS[target.network]
  const hint = faucetUrl === null ? '' : `, for example from ${faucetUrl}`
  throw new FatalError(`${sentence} Send it ${formatFlow(shortfallUnits)} FLOW more${hint}.`)
}

const sumUnits = (units: readonly bigint[]): bigint => units.reduce((sum, each) => sum + each, 0n)

const formatFlow = (units: bigint): string =>
  formatUfix64(units).replace(/(\.\d\d\d?\d?)\d*$/, '$1')
