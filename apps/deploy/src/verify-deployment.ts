import { getAnswers } from '@app/contracts/calls.ts'
import { NodeRefusedError } from '@app/flow/errors.ts'
import { formatUfix64 } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import type { DaoSettings, Settings } from './command/load-settings.ts'
import { describeAccountKeys } from './plan/describe-plan.ts'
import {
  assertOnlyDefaultAccess,
  describeCapability,
  readKeylessAccess,
} from './plan/keyless-access.ts'
import { parseCadenceErrors, readDeployedHashes } from './plan/plan-contracts.ts'
import {
  AGENT_POWERS,
  type AgentPower,
  countRequiredKeys,
  planDao,
  readAgentPowers,
  readFundBalance,
  SECOND_PUBLISHER_POWERS,
} from './plan/plan-roles.ts'
import {
  type ContractSource,
  type DeploymentTarget,
  listContractNames,
  runScript,
} from './target/deployment-target.ts'

/**
 * Verifies the state of the chain. Returns the findings as lines. Throws `FatalError` when something is wrong.
 */
export async function verifyDeployment(
  target: DeploymentTarget,
  sources: readonly ContractSource[],
  settings: Settings,
): Promise<string[]> {
  return [
    await verifyCodeHashes(target, sources),
    await verifyContractsLoad(target),
    ...(await describeContractAnswers(target)),
    ...(await verifyDao(target, settings.dao)),
    ...(await describeAgentPowers(target, settings)),
    `The fund for rechecks holds ${formatUfix64(await readFundBalance(target, listContractNames(target)))} FLOW`,
  ]
}

async function verifyCodeHashes(
  target: DeploymentTarget,
  sources: readonly ContractSource[],
): Promise<string> {
  const hashes = await readDeployedHashes(target, sources)
  const wrong = sources.find(({ name, hash }) => hashes.get(name) !== hash)
  if (wrong === undefined) {
    return `The code of ${sources.length} contracts in ${target.account.address} has the hashes of the sources`
  }
  throw new FatalError(
    `The code of ${wrong.name} on the chain is not the source: run deploy again.`,
  )
}

/** Loads all contracts: loading fails if a contract does not match one that it imports. */
async function verifyContractsLoad(target: DeploymentTarget): Promise<string> {
  const names = Object.keys(target.contractAddresses)
  const imports = names.map((name) => `import "${name}"`).join('\n')
  const types = names.map((name) => `${name}.getType()`).join(', ')
  const cadence = `${imports}\n\naccess(all) fun main(): Int {\n    return [${types}].length\n}\n`
  try {
    const count = await runScript(target, { name: 'load', cadence, args: [] })
    return `All ${count} contracts load and work together`
  } catch (error) {
    if (!(error instanceof NodeRefusedError)) throw error
    const cadenceErrors = parseCadenceErrors(error.text).join('; ')
    throw new FatalError(
      `The contracts do not work together: ${cadenceErrors}. Correct the sources and deploy again.`,
    )
  }
}

async function describeContractAnswers(target: DeploymentTarget): Promise<string[]> {
  const answers = await runScript(target, getAnswers({ address: target.account.address }))
  return Object.entries(answers as Record<string, string>)
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, answer]) => `${name} answers: ${answer}`)
}

async function describeAgentPowers(
  target: DeploymentTarget,
  { agent, secondPublisher }: Settings,
): Promise<string[]> {
  const names = { name: 'agent', variable: 'DHARMA_AGENT_KEY_FILE' }
  const secondNames = { name: 'second publisher', variable: 'DHARMA_SECOND_PUBLISHER_KEY_FILE' }
  return [
    ...(await describePowers(target, agent, { ...names, appointed: AGENT_POWERS })),
    ...(await describePowers(target, secondPublisher, {
      ...secondNames,
      appointed: SECOND_PUBLISHER_POWERS,
    })),
  ]
}

async function describePowers(
  target: DeploymentTarget,
  account: Settings['agent'],
  { name, variable, appointed }: AgentRole,
): Promise<string[]> {
  if (account === null) return []
  const powers = await readAgentPowers(target, account.address, listContractNames(target))
  const lines = appointed.map(
    (power) => `The ${name} ${account.address}: ${power} ${powers[power]}`,
  )
  const hasUnclaimed = appointed.some((power) => powers[power] === 'offered')
  const hint = `The ${name} must claim the offered powers: set ${variable} to the file with its key and deploy again`
  return hasUnclaimed ? [...lines, hint] : lines
}

interface AgentRole {
  name: string
  variable: string
  appointed: readonly AgentPower[]
}

/**
 * Verifies that executing a proposal needs two keys: the contract has the DAO's account, none of its keys can sign
 * alone, and others cannot use the account without its keys. Returns the findings as lines. Throws `FatalError` otherwise.
 */
async function verifyDao(target: DeploymentTarget, settings: DaoSettings): Promise<string[]> {
  const plan = await planDao(target, settings, listContractNames(target))
  if (plan.kind !== 'ready') {
    throw new FatalError('DharmaGovernance has no account of the DAO: run deploy again.')
  }
  const { account } = plan
  const delegations = await readKeylessAccess(target, account.address)
  assertOnlyDefaultAccess(target, account.address, delegations)
  return [
    `The DAO is ${describeAccountKeys(account)}: at least ${countRequiredKeys(account)} of them sign, and it alone executes proposals`,
    'Its account has no contract, and has issued only these capabilities:',
    ...delegations.capabilities.map((one) => `  ${describeCapability(one)}`),
  ]
}
