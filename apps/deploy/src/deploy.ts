import type { Options } from './command/parse-options.ts'
import type { Settings } from './command/take-settings.ts'
import { describePlan } from './plan/describe-plan.ts'
import { expectBalance, needsOf } from './plan/expect-balance.ts'
import { makePlan, type Plan } from './plan/make-plan.ts'
import { expectCompatible } from './plan/plan-contracts.ts'
import { prove } from './proof/prove.ts'
import { type CadenceByName, listSources } from './site/list-sources.ts'
import { openSite } from './site/open-site.ts'
import type { Site } from './site/site.ts'
import { openDaoKeys } from './steps/dao-keys.ts'
import { listSteps } from './steps/list-steps.ts'
import type { Step } from './steps/step.ts'
import { takeStep } from './steps/take-step.ts'

export interface Deployment extends Pick<Options, 'network' | 'isDryRun'> {
  accessNodeUrl: string
  settings: Settings
  /** Cadence of the contracts; the project's own by default. */
  cadence?: CadenceByName
}

/** The person in front of it. */
export interface Operator {
  print(line: string): void
  /** Whether to go on. Throws `FatalError` when nobody can be asked. */
  confirm(question: string): Promise<boolean>
}

/**
 * Makes the chain as sources and settings want it, and proves it. Returns the site, or null when the
 * operator wanted to see the plan alone. Throws `FatalError` with a sentence when it cannot be done: before
 * the first transaction if a check finds out, else with everything kept that was sealed.
 */
export async function deploy(deployment: Deployment, operator: Operator): Promise<Site | null> {
  const { settings, cadence } = deployment
  const { print } = operator
  const site = await openSite(deployment)
  const sources = listSources(site, cadence)
  const plan = await makePlan(site, sources, settings)
  for (const line of describePlan(site, plan)) print(line)
  expectCompatible(plan.contracts)
  const steps = await prepareSteps(site, plan, { settings, makesKeys: false })
  print(await describeCosts(site, plan, { settings, steps }))
  if (!(await isWanted(steps, deployment, operator))) return null
  await takeSteps(site, await prepareSteps(site, plan, { settings, makesKeys: true }), print)
  print('Proof, from the chain')
  for (const line of await prove(site, sources, settings)) print(`  ${line}`)
  return site
}

/** Without `makesKeys` the steps can be counted and checked, not taken. */
async function prepareSteps(
  site: Site,
  plan: Plan,
  { settings, makesKeys }: { settings: Settings; makesKeys: boolean },
): Promise<Step[]> {
  const isOpening = plan.offices?.dao.kind === 'open'
  const daoKeys = isOpening ? await openDaoKeys(settings.dao, makesKeys) : []
  return listSteps(site, plan, { settings, daoKeys })
}

async function takeSteps(
  site: Site,
  steps: readonly Step[],
  print: Operator['print'],
): Promise<void> {
  for (const [index, step] of steps.entries()) {
    await takeStep(site, step, (line) => print(`[${index + 1}/${steps.length}] ${line}`))
  }
}

const UP_TO_DATE = 'Everything is up to date.'

/** Throws `FatalError` when the balance does not cover them. */
async function describeCosts(
  site: Site,
  plan: Plan,
  { settings: { fundUnits }, steps }: { settings: Settings; steps: readonly Step[] },
): Promise<string> {
  if (steps.length === 0) return plan.offices === null ? 'No contract changes.' : UP_TO_DATE
  return await expectBalance(site, needsOf(plan, { steps: steps.length, fundUnits }))
}

async function isWanted(
  steps: readonly Step[],
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
