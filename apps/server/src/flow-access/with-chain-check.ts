import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import { wrapReader } from './wrap-reader.ts'

/**
 * Wraps a reader so that it checks the chain id before the first call, because data of two networks
 * must not mix. Calls throw `FatalError` when the node belongs to another network.
 */
export function withChainCheck(flow: FlowReader, network: Network): FlowReader {
  let isChecked = false
  return wrapReader(flow, async (call) => {
    if (!isChecked) assertChainId(await flow.getChainId(), network)
    isChecked = true
    return await call()
  })
}

function assertChainId(chainId: string, network: Network): void {
  if (chainId === NETWORKS[network].chainId) return
  throw new FatalError(
    `The access node belongs to ${chainId}, but ${network} is asked for. Correct FLOW_ACCESS_NODE or FLOW_NETWORK, or the --node of a verification.`,
  )
}
