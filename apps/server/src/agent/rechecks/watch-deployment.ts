import { getRecheckFund } from '@app/contracts/scripts.generated.ts'
import type { Context } from '../../context.ts'
import { askContract } from '../../onchain/ask-contract.ts'

/** How long a chain without the contract is left alone. */
const ASK_AGAIN_MS = 60_000

/** Tells whether the chain has the contract of the rechecks; says once in the log when it has not. */
export function watchDeployment(
  { flow, config, log }: Pick<Context, 'flow' | 'config' | 'log'>,
  now: () => number,
): () => Promise<boolean> {
  const { network } = config
  let isThere = false
  let askAgainMs = Number.NEGATIVE_INFINITY
  let isSaid = false
  return async () => {
    if (isThere || now() < askAgainMs) return isThere
    isThere = (await askContract({ flow, network }, FUND)) !== null
    askAgainMs = now() + ASK_AGAIN_MS
    if (!isThere && !isSaid) log.warn({ network }, NOT_THERE)
    isSaid = true
    return isThere
  }
}

const FUND = { contract: 'DharmaRecheck', call: getRecheckFund() }

const NOT_THERE = 'DharmaRecheck is not deployed there yet: no recheck is scheduled'
