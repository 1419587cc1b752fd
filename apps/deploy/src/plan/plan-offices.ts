import { NodeRefusedError } from '@app/flow/errors.ts'
import type { Account } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import type { Settings } from '../command/take-settings.ts'
import { accountOf } from '../site/open-site.ts'
import type { Site } from '../site/site.ts'
import { type DaoPlan, planDao } from './plan-dao.ts'
import { type Balances, readFunds } from './plan-funds.ts'
import { type Powers, readPowers } from './plan-powers.ts'

/** Who holds the powers of the contracts, and what pays for them. */
export interface Offices {
  dao: DaoPlan
  /** null when no agent is named. */
  agent: { account: Account; powers: Powers } | null
  funds: Balances
}

/** null when the deployed contracts do not load, so that nobody can ask them. Throws what `planDao` throws. */
export async function planOffices(
  site: Site,
  { dao, agent }: Pick<Settings, 'dao' | 'agent'>,
  deployed: ReadonlySet<string>,
): Promise<Offices | null> {
  try {
    return {
      dao: await planDao(site, dao, deployed),
      agent: agent === null ? null : await planAgent(site, agent.address, deployed),
      funds: await readFunds(site, deployed),
    }
  } catch (error) {
    if (error instanceof NodeRefusedError) return null
    throw error
  }
}

async function planAgent(
  site: Site,
  address: Address,
  deployed: ReadonlySet<string>,
): Promise<Offices['agent']> {
  const account = await accountOf(site.reader, address, site.network)
  return { account, powers: await readPowers(site, address, deployed) }
}
