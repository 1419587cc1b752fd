import type { Settings } from '../command/take-settings.ts'
import type { Plan } from '../plan/make-plan.ts'
import type { Offices } from '../plan/plan-offices.ts'
import { chooseSigners } from '../site/choose-signers.ts'
import type { Site } from '../site/site.ts'
import { agentSteps } from './agent-steps.ts'
import { contractSteps } from './contract-steps.ts'
import { daoSteps } from './dao-steps.ts'
import { fundSteps } from './fund-steps.ts'
import type { Step } from './step.ts'

/**
 * What makes the plan true, in this order. `daoKeys` are the public keys of a DAO that is opened. Throws
 * `FatalError` when a key that signs is missing or wrong.
 */
export function listSteps(
  site: Site,
  { contracts, offices }: Plan,
  { settings, daoKeys }: { settings: Settings; daoKeys: readonly string[] },
): Step[] {
  const steps = contractSteps(site, contracts)
  if (offices === null) return steps
  return [
    ...steps,
    ...daoSteps(site, offices.dao, { dao: settings.dao, daoKeys }),
    ...stepsOfAgent(site, offices, settings),
    ...fundSteps(site, offices.funds, settings.fundUnits),
  ]
}

function stepsOfAgent(site: Site, { agent }: Offices, { agent: given }: Settings): Step[] {
  if (agent === null) return []
  const key = given?.privateKeyHex ?? null
  const keys = { privateKeysHex: key === null ? [] : [key], source: 'DHARMA_AGENT_KEY' }
  const signers = key === null ? null : chooseSigners(agent.account, keys)
  return agentSteps(site, { address: agent.account.address, signers }, agent.powers)
}
