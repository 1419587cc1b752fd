import type { Settings } from '../command/load-settings.ts'
import type { Plan } from '../plan/build-plan.ts'
import { AGENT_POWERS, type AgentPower, SECOND_PUBLISHER_POWERS } from '../plan/plan-powers.ts'
import type { AgentPlan, Roles } from '../plan/plan-roles.ts'
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
  { agent, secondPublisher }: Roles,
  settings: Settings,
): Step[] {
  return [
    ...listStepsOfPart(target, agent, {
      name: 'agent',
      appointed: AGENT_POWERS,
      key: settings.agent?.privateKeyHex ?? null,
      source: 'DHARMA_AGENT_KEY',
    }),
    ...listStepsOfPart(target, secondPublisher, {
      name: 'second publisher',
      appointed: SECOND_PUBLISHER_POWERS,
      key: settings.secondPublisher?.privateKeyHex ?? null,
      source: 'DHARMA_SECOND_PUBLISHER_KEY',
    }),
  ]
}

function listStepsOfPart(
  target: DeploymentTarget,
  plan: AgentPlan | null,
  { name, appointed, key, source }: AgentRole,
): Step[] {
  if (plan === null) return []
  const { account, powers } = plan
  const signers = key === null ? null : chooseSigners(account, { privateKeysHex: [key], source })
  return buildAgentSteps(target, { name, address: account.address, appointed, signers }, powers)
}

interface AgentRole {
  name: string
  appointed: readonly AgentPower[]
  key: string | null
  source: string
}
