import { getRecheckFund } from '@app/contracts/scripts.generated.ts'
import { readContract } from '../../flow-access/read-contract.ts'
import type { Context } from '../../runtime/context.ts'

/** How long a chain without the contract is left alone. */
const RETRY_INTERVAL_MS = 60_000

/** Tells whether the chain has the contract of the rechecks; says once in the log when it has not. */
export function createDeploymentCheck(
  { flow, config, log }: Pick<Context, 'flow' | 'config' | 'log'>,
  now: () => number,
): () => Promise<boolean> {
  const { network } = config
  let isDeployed = false
  let nextCheckMs = Number.NEGATIVE_INFINITY
  let hasWarned = false
  return async () => {
    if (isDeployed || now() < nextCheckMs) return isDeployed
    isDeployed = (await readContract({ flow, network }, FUND_QUERY)) !== null
    nextCheckMs = now() + RETRY_INTERVAL_MS
    if (!isDeployed && !hasWarned) log.warn({ network }, NOT_DEPLOYED)
    hasWarned = true
    return isDeployed
  }
}

const FUND_QUERY = { contract: 'DharmaRecheck', call: getRecheckFund() }

const NOT_DEPLOYED = 'DharmaRecheck is not deployed there yet: no recheck is scheduled'
