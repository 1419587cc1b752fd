import { FatalError } from '@app/values/errors.ts'
import type { DaoSettings } from '../command/take-settings.ts'
import { describeCapability, expectNoDelegation, readDelegations } from '../plan/delegations.ts'
import { describeKeys } from '../plan/describe-plan.ts'
import { countNeededKeys, planDao } from '../plan/plan-dao.ts'
import { allOf, type Site } from '../site/site.ts'

/**
 * Proves that executing a proposal takes two keys: the contract names the account of the DAO, no key of it signs alone,
 * and nothing lets others use the account without its keys. Returns what was found, a line each. Throws `FatalError` when it is not so.
 */
export async function proveDao(site: Site, settings: DaoSettings): Promise<string[]> {
  const plan = await planDao(site, settings, allOf(site))
  if (plan.kind !== 'ready') {
    throw new FatalError('DharmaGovernance names no account of the DAO: run deploy again.')
  }
  const { account } = plan
  const delegations = await readDelegations(site, account.address)
  expectNoDelegation(site, account.address, delegations)
  return [
    `The DAO is ${describeKeys(account)}: at least ${countNeededKeys(account)} of them sign, and it alone executes proposals`,
    'Its account has no contract, and has issued these capabilities alone:',
    ...delegations.capabilities.map((one) => `  ${describeCapability(one)}`),
  ]
}
