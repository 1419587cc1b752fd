import { FatalError } from '@app/values/errors.ts'
import type { DaoSettings } from '../command/load-settings.ts'
import { describeAccountKeys } from '../plan/describe-plan.ts'
import {
  assertOnlyDefaultAccess,
  describeCapability,
  readKeylessAccess,
} from '../plan/keyless-access.ts'
import { countRequiredKeys, planDao } from '../plan/plan-dao.ts'
import { type DeploymentTarget, listContractNames } from '../target/deployment-target.ts'

/**
 * Verifies that executing a proposal needs two keys: the contract has the DAO's account, none of its keys can sign
 * alone, and others cannot use the account without its keys. Returns the findings as lines. Throws `FatalError` otherwise.
 */
export async function verifyDao(
  target: DeploymentTarget,
  settings: DaoSettings,
): Promise<string[]> {
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
