import type { Settings } from '../command/load-settings.ts'
import type { Plan } from '../plan/build-plan.ts'
import type { Roles } from '../plan/plan-roles.ts'
import { chooseSigners } from '../target/choose-signers.ts'
import type { DeploymentTarget } from '../target/deployment-target.ts'
import { buildAgentSteps } from './build-agent-steps.ts'
import { buildContractSteps } from './build-contract-steps.ts'
import { buildDaoSteps } from './build-dao-steps.ts'
import { buildFundTopUpSteps } from './build-fund-top-up-steps.ts'
import type { Step } from './step.ts'

/**
 * Builds the steps of a plan, in order. `daoKeys` are the public keys of a new DAO account. Throws `FatalError`
 * when a signing key is missing or wrong.
 */
export function buildSteps(
  target: DeploymentTarget,
  { contracts, roles }: Plan,
  { settings, daoKeys }: { settings: Settings; daoKeys: readonly string[] },
): Step[] {
  const steps = buildContractSteps(target, contracts)
  if (roles === null) return steps
  return [
    ...steps,
    ...buildDaoSteps(target, roles.dao, { dao: settings.dao, daoKeys }),
    ...buildConfiguredAgentSteps(target, roles, settings),
    ...buildFundTopUpSteps(target, roles.funds, settings.fundUnits),
  ]
}

function buildConfiguredAgentSteps(
  target: DeploymentTarget,
  { agent }: Roles,
  { agent: given }: Settings,
): Step[] {
  if (agent === null) return []
  const key = given?.privateKeyHex ?? null
  const keys = { privateKeysHex: key === null ? [] : [key], source: 'DHARMA_AGENT_KEY' }
  const signers = key === null ? null : chooseSigners(agent.account, keys)
  return buildAgentSteps(target, { address: agent.account.address, signers }, agent.powers)
}
