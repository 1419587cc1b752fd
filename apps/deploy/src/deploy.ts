import { fundRechecks, getRecheckFund, getStorage } from '@app/contracts/calls.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import { formatUfix64, parseUfix64, UNITS_PER_TOKEN } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import {
  assertCompatible,
  buildContractSteps,
  type ContractPlan,
  describeContracts,
  planContracts,
  proveContracts,
} from './contracts.ts'
import { buildDaoSteps, DAO_FLOW_UNITS, describeDao, planDao, proveDao } from './dao.ts'
import { buildHolderSteps, describeHolders, planHolders } from './powers.ts'
import type { AppointedSettings, Settings } from './settings.ts'
import { type DeployStep, executeStep } from './step.ts'
import {
  type CadenceByName,
  connectToTarget,
  type DeploymentTarget,
  listSources,
  runScript,
} from './target.ts'

export interface Deployment {
  network: Network
  isDryRun: boolean
  accessNodeUrl: string
  settings: Settings
  /** Cadence of the contracts; the project's own by default. */
  cadence?: CadenceByName
}

interface Operator {
  print(line: string): void
  /** Asks whether to continue. Throws `FatalError` without an interactive terminal. */
  confirm(question: string): Promise<boolean>
}

/**
 * Brings the chain to the state of sources and settings, and verifies it. Returns the target, or null when
 * nothing was to be sent (dry run, or not confirmed). Throws `FatalError` with a sentence when it fails: before
 * the first transaction if a check fails, otherwise sealed transactions stay in effect.
 */
export async function deploy(
  deployment: Deployment,
  operator: Operator,
): Promise<DeploymentTarget | null> {
  const { print } = operator
  const { settings, cadence } = deployment
  const target = await connectToTarget(deployment)
  const sources = listSources(target, cadence)
  const contracts = await planContracts(target, sources)
  const plan = { contracts, roles: await planRoles(target, contracts, settings) }
  for (const line of describePlan(target, plan)) print(line)
  assertCompatible(contracts)
  const steps = buildSteps(target, plan, settings)
  const { length } = steps
  if (length > 0) print(await checkBalance(target, estimateCosts(plan, { length, settings })))
  else print(plan.roles === null ? 'No contract changes.' : 'Everything is up to date.')
  if (!(await shouldProceed(length, deployment, operator))) return null
  for (const [index, step] of steps.entries()) {
    await executeStep(target, step, (line) => print(`[${index + 1}/${length}] ${line}`))
  }
  print('Verification on the chain')
  for (const line of await proveContracts(target, sources)) print(`  ${line}`)
  for (const line of await proveRoles(target, settings)) print(`  ${line}`)
  return target
}

async function shouldProceed(
  length: number,
  { isDryRun }: Deployment,
  { print, confirm }: Operator,
): Promise<boolean> {
  const count = length === 1 ? 'one transaction' : `${length} transactions`
  if (isDryRun && length > 0) print(`A dry run: ${count} would be sent.`)
  if (isDryRun || length === 0) return !isDryRun
  const isConfirmed = await confirm(`Send ${count}?`)
  if (!isConfirmed) print('Nothing was sent.')
  return isConfirmed
}

interface Plan {
  contracts: readonly ContractPlan[]
  roles: Awaited<ReturnType<typeof planRoles>>
}

/**
 * Reads the holders of the powers of the contracts, and the fund for rechecks. null when the deployed contracts do not
 * load, so that scripts fail. Throws as `planDao` and `planHolders`.
 */
async function planRoles(
  target: DeploymentTarget,
  contracts: readonly ContractPlan[],
  { dao, appointed }: Settings,
) {
  const existing = contracts.filter(({ kind }) => kind !== 'new')
  const deployed = new Set(existing.map(({ source }) => source.name))
  try {
    return {
      dao: await planDao(target, dao, deployed),
      holders: await planHolders(target, appointed, deployed),
      fundUnits: deployed.has('DharmaRecheck') ? await readFund(target) : 0n,
    }
  } catch (error) {
    if (error instanceof NodeRefusedError) return null
    throw error
  }
}

const readFund = async (target: DeploymentTarget): Promise<bigint> =>
  BigInt(String(await runScript(target, getRecheckFund())))

function describePlan(
  { network, account: { address, keys }, signers }: DeploymentTarget,
  { contracts, roles }: Plan,
): string[] {
  const weigh = (keyIndex: number) => keys.find(({ index }) => index === keyIndex)?.weight
  const used = signers.map(({ keyIndex }) => `${keyIndex} (weight ${weigh(keyIndex)})`)
  return [
    `Dharma Guard on ${network}, account ${address}, signing with key ${used.join(' and ')}`,
    'Contracts',
    ...describeContracts(contracts),
    'Roles',
    ...describeRoles(roles).map((line) => `  ${line}`),
  ]
}

const ROLES_UNREADABLE =
  'DAO, agent and fund cannot be read: the deployed contracts do not load. Deploy again when they do.'

function describeRoles(roles: Plan['roles']): string[] {
  if (roles === null) return [ROLES_UNREADABLE]
  const lacking = Object.entries(WITHOUT_HOLDER).filter(
    ([name]) => !roles.holders.some(({ settings }) => settings.name === name),
  )
  return [
    `The DAO: ${describeDao(roles.dao)}`,
    ...describeHolders(roles.holders),
    ...lacking.map(([, sentence]) => sentence),
    describeFund(roles.fundUnits),
  ]
}

const WITHOUT_HOLDER: Readonly<Record<AppointedSettings['name'], string>> = {
  agent: 'No agent: set DHARMA_AGENT_ADDRESS to show or appoint one',
  'second publisher':
    'No second publisher in the settings: the dismissal of the only publisher stops all voting for 7 days',
}

const describeFund = (units: bigint): string =>
  `The fund for rechecks holds ${formatUfix64(units)} FLOW`

function buildSteps(
  target: DeploymentTarget,
  { contracts, roles }: Plan,
  { dao, fundUnits: wantedUnits }: Settings,
): DeployStep[] {
  if (roles === null) return buildContractSteps(target, contracts)
  const { fundUnits } = roles
  const fill: DeployStep = {
    label: 'Fill up the fund for rechecks',
    prepare: () => fundRechecks({ amount: wantedUnits - fundUnits }),
    authorizers: target.signers,
    isDone: async () => (await readFund(target)) >= wantedUnits,
  }
  return [
    ...buildContractSteps(target, contracts),
    ...buildDaoSteps(target, roles.dao, dao),
    ...buildHolderSteps(target, roles.holders),
    ...(fundUnits < wantedUnits ? [fill] : []),
  ]
}

/** Returns the findings as lines. Throws `FatalError` when somebody could act without the keys of the DAO. */
async function proveRoles(
  target: DeploymentTarget,
  { dao, appointed }: Settings,
): Promise<string[]> {
  const deployed = new Set(Object.keys(target.contractAddresses))
  return [
    ...(await proveDao(target, dao, deployed)),
    ...describeHolders(await planHolders(target, appointed, deployed)),
    describeFund(await readFund(target)),
  ]
}

/** Bytes of storage per FLOW. Source: FlowStorageFees `storageMegaBytesPerReservedFLOW`, 100. */
const BYTES_PER_FLOW = 100_000_000n

/** Minimum balance of every account. Source: FlowStorageFees `minimumStorageReservation`, plus a margin. */
const RESERVE_UNITS = parseUfix64('0.01')

/** Estimated fee of each transaction: an emulator charges 0.00001, public networks charge more under load. */
const FEE_UNITS = parseUfix64('0.01')

/** Maximum costs of a plan for the account of the contracts, in units of FLOW. */
function estimateCosts(
  { contracts, roles }: Plan,
  { length, settings }: { length: number; settings: Settings },
): Readonly<Record<string, bigint>> {
  const changed = contracts.filter(({ kind }) => kind !== 'unchanged')
  const bytes = changed.reduce((sum, { source }) => sum + Buffer.byteLength(source.code), 0)
  const missingUnits = roles === null ? 0n : settings.fundUnits - roles.fundUnits
  return {
    storage: (BigInt(bytes) * UNITS_PER_TOKEN) / BYTES_PER_FLOW,
    fees: BigInt(length) * FEE_UNITS,
    'the DAO': roles?.dao.kind === 'open' ? DAO_FLOW_UNITS : 0n,
    'the fund': missingUnits > 0n ? missingUnits : 0n,
  }
}

/** Returns a sentence with the balance and the costs. Throws `FatalError` when the balance is too small. */
async function checkBalance(
  target: DeploymentTarget,
  costs: ReturnType<typeof estimateCosts>,
): Promise<string> {
  const { address, balanceUnits } = target.account
  const [usedBytes = 0n] = (await runScript(target, getStorage({ address }))) as bigint[]
  const reservedUnits = (usedBytes * UNITS_PER_TOKEN) / BYTES_PER_FLOW + RESERVE_UNITS
  const costUnits = Object.values(costs).reduce((sum, units) => sum + units, 0n)
  const parts = Object.entries(costs).filter(([, units]) => units > 0n)
  const list = parts.map(([what, units]) => `${formatFlow(units)} for ${what}`).join(', ')
  const sentence = `${address} has ${formatFlow(balanceUnits)} FLOW; this takes about ${formatFlow(costUnits)}: ${list}.`
  const shortfallUnits = costUnits + reservedUnits - balanceUnits
  if (shortfallUnits <= 0n) return sentence
  const { faucetUrl } = NETWORKS[target.network]
  const hint = faucetUrl === null ? '' : `, for example from ${faucetUrl}`
  throw new FatalError(`${sentence} Send it ${formatFlow(shortfallUnits)} FLOW more${hint}.`)
}

const formatFlow = (units: bigint): string =>
  formatUfix64(units).replace(/(\.\d\d\d?\d?)\d*$/, '$1')
