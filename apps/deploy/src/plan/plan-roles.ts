import { NodeRefusedError } from '@app/flow/errors.ts'
import type { Account } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import type { Settings } from '../command/load-settings.ts'
import { requireAccount } from '../target/connect-to-target.ts'
import type { DeploymentTarget } from '../target/deployment-target.ts'
import { type DaoPlan, planDao } from './plan-dao.ts'
import { type FundBalances, readFundBalances } from './plan-funds.ts'
import { type Powers, readPowers } from './plan-powers.ts'

/** Who holds the powers of the contracts, and what pays for them. */
export interface Roles {
  dao: DaoPlan
  /** null when no agent is named. */
  agent: { account: Account; powers: Powers } | null
  funds: FundBalances
}

/** null when the deployed contracts do not load, so that nobody can ask them. Throws what `planDao` throws. */
export async function planRoles(
  target: DeploymentTarget,
  { dao, agent }: Pick<Settings, 'dao' | 'agent'>,
  deployed: ReadonlySet<string>,
): Promise<Roles | null> {
  try {
    return {
      dao: await planDao(target, dao, deployed),
      agent: agent === null ? null : await planAgent(target, agent.address, deployed),
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
): Promise<Roles['agent']> {
  const account = await requireAccount(target.reader, address, target.network)
  return { account, powers: await readPowers(target, address, deployed) }
}
