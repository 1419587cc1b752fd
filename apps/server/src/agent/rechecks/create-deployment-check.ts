import { getRecheckFund } from '@app/contracts/scripts.generated.ts'
import { isRecent } from '@app/values/time/is-recent.ts'
import { readContract } from '../../flow-access/read-contract.ts'
import type { Context } from '../../runtime/context.ts'

/** Interval between two checks while the contract is not deployed. */
const RETRY_INTERVAL_MS = 60_000

/**
 * Creates a function that resolves to whether the contract of the rechecks is deployed. Logs once
 * when it is not.
 */
export function createDeploymentCheck(
  { flow, config, log }: Pick<Context, 'flow' | 'config' | 'log'>,
  now: () => number,
): () => Promise<boolean> {
  const { network } = config
  let isDeployed = false
  let lastCheckMs = Number.NEGATIVE_INFINITY
  let hasWarned = false
  return async () => {
    if (isDeployed || isRecent(lastCheckMs, now(), RETRY_INTERVAL_MS)) return isDeployed
    isDeployed = (await readContract({ flow, network }, FUND_QUERY)) !== null
    lastCheckMs = now()
    if (!isDeployed && !hasWarned) log.warn({ network }, NOT_DEPLOYED)
    hasWarned = true
    return isDeployed
  }
}

const FUND_QUERY = { contract: 'DharmaRecheck', call: getRecheckFund() }

const NOT_DEPLOYED = 'DharmaRecheck is not deployed there yet: no recheck is scheduled'
