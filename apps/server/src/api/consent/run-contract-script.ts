import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import { readContract } from '../../flow-access/read-contract.ts'
import type { Context } from '../../runtime/context.ts'
import { ApiFailure } from '../failures/api-failure.ts'

/**
 * Runs a script that reads `contract` and returns its decoded result. Throws `ApiFailure` when the
 * contract is not deployed, and `NodeRefusedError` when the script panics.
 */
export async function runContractScript(
  { config, flow }: Pick<Context, 'config' | 'flow'>,
  contract: string,
  call: CadenceCall,
): Promise<unknown> {
  const result = await readContract({ flow, network: config.network }, { contract, call })
  if (result === null) {
    const message = `The contract ${contract} is not deployed on ${config.network} yet.`
    throw new ApiFailure('contract_not_deployed', { message })
  }
  return result.value
}
