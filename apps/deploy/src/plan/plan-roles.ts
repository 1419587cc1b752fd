import { NodeRefusedError } from '@app/flow/errors.ts'
import type { Account } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import type { Settings } from '../command/load-settings.ts'
import { requireAccount } from '../target/connect-to-target.ts'
import type { DeploymentTarget } from '../target/deployment-target.ts'
import { type DaoPlan, planDao } from './plan-dao.ts'
import { type FundBalances, readFundBalances } from './plan-funds.ts'
import { type AgentPowers, readAgentPowers } from './plan-powers.ts'

/** The holders of the powers of the contracts, and the funds. */
export interface Roles {
  dao: DaoPlan
  /** null without an agent in the settings. */
  agent: AgentPlan | null
  /** null without a second publisher in the settings. */
  secondPublisher: AgentPlan | null
  funds: FundBalances
}

/** What an account may do already. */
export interface AgentPlan {
  account: Account
  powers: AgentPowers
}

/** Plans the roles. Returns null when the deployed contracts do not load, so that scripts fail. Throws as `planDao`. */
export async function planRoles(
  target: DeploymentTarget,
  { dao, agent, secondPublisher }: Pick<Settings, 'dao' | 'agent' | 'secondPublisher'>,
  deployed: ReadonlySet<string>,
): Promise<Roles | null> {
  try {
    return {
      dao: await planDao(target, dao, deployed),
      agent: agent === null ? null : await planAgent(target, agent.address, deployed),
      secondPublisher:
        secondPublisher === null
          ? null
          : await planAgent(target, secondPublisher.address, deployed),
      funds: await readFundBalances(target, deployed),
    }
  } catch (error) {
    if (error instanceof NodeRefusedError) return null
    throw error
  }
}

async function planAgent(
  target: DeploymentTarget,
  address: Address,
  deployed: ReadonlySet<string>,
): Promise<AgentPlan> {
  const account = await requireAccount(target.reader, address, target.network)
  return { account, powers: await readAgentPowers(target, address, deployed) }
}
