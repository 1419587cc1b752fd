import type { Network } from '@app/values/network.ts'
import type { Settings } from './command/load-settings.ts'
import { buildPlan, checkBalance, estimateCosts, type Plan } from './plan/build-plan.ts'
import { describePlan } from './plan/describe-plan.ts'
import { assertCompatible } from './plan/plan-contracts.ts'
import { buildSteps } from './steps/build-steps.ts'
import { type DeployStep, executeStep } from './steps/execute-step.ts'
import { prepareDaoPublicKeys } from './steps/prepare-dao-public-keys.ts'
import {
  type CadenceByName,
  connectToTarget,
  type DeploymentTarget,
  listSources,
} from './target/deployment-target.ts'
import { verifyDeployment } from './verify-deployment.ts'

export interface Deployment {
  network: Network
  isDryRun: boolean
  accessNodeUrl: string
  settings: Settings
  /** Cadence of the contracts; the project's own by default. */
  cadence?: CadenceByName
}

/** The user who runs the deployment. */
export interface Operator {
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
  const { settings, cadence } = deployment
  const { print } = operator
  const target = await connectToTarget(deployment)
  const sources = listSources(target, cadence)
  const plan = await buildPlan(target, sources, settings)
  for (const line of describePlan(target, plan)) print(line)
  assertCompatible(plan.contracts)
  const steps = await prepareSteps(target, plan, { settings, createMissingKeys: false })
  print(await describeCosts(target, plan, { settings, steps }))
  if (!(await shouldProceed(steps, deployment, operator))) return null
  await executeSteps(
    target,
    await prepareSteps(target, plan, { settings, createMissingKeys: true }),
    print,
  )
  print('Verification on the chain')
  for (const line of await verifyDeployment(target, sources, settings)) print(`  ${line}`)
  return target
}

/** Without `createMissingKeys` the steps can be counted and checked, but not executed. */
async function prepareSteps(
  target: DeploymentTarget,
  plan: Plan,
  { settings, createMissingKeys }: { settings: Settings; createMissingKeys: boolean },
): Promise<DeployStep[]> {
  const isNewDao = plan.roles?.dao.kind === 'open'
  const daoKeys = isNewDao ? await prepareDaoPublicKeys(settings.dao, createMissingKeys) : []
  return buildSteps(target, plan, { settings, daoKeys })
}

async function executeSteps(
  target: DeploymentTarget,
  steps: readonly DeployStep[],
  print: Operator['print'],
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    await executeStep(target, step, (line) => print(`[${index + 1}/${steps.length}] ${line}`))
  }
}

const UP_TO_DATE = 'Everything is up to date.'

/** Describes balance and costs. Throws `FatalError` when the balance does not cover the costs. */
async function describeCosts(
  target: DeploymentTarget,
  plan: Plan,
  { settings: { fundUnits }, steps }: { settings: Settings; steps: readonly DeployStep[] },
): Promise<string> {
  if (steps.length === 0) return plan.roles === null ? 'No contract changes.' : UP_TO_DATE
  return await checkBalance(target, estimateCosts(plan, { steps: steps.length, fundUnits }))
}

async function shouldProceed(
  steps: readonly DeployStep[],
  { isDryRun }: Deployment,
  operator: Operator,
): Promise<boolean> {
  const count = steps.length === 1 ? 'one transaction' : `${steps.length} transactions`
  if (isDryRun && steps.length > 0) operator.print(`A dry run: ${count} would be sent.`)
  if (isDryRun || steps.length === 0) return !isDryRun
  const isConfirmed = await operator.confirm(`Send ${count}?`)
  if (!isConfirmed) operator.print('Nothing was sent.')
  return isConfirmed
}
