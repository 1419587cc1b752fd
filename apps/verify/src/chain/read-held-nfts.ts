import { NodeBusyError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { readHoldings } from '@app/server/scorer/holdings/read-holdings.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { isMissingDataError } from './is-missing.ts'

export interface HeldNftsQuery {
  address: Address
  network: Network
  height: number
}

export interface HeldNfts {
  /** NFTs by collection type identifier. */
  counts: ReadonlyMap<string, number>
  /** Height of the count: the requested one, or the latest sealed one if the node has no state of it. */
  atHeight: number
}

/** Reads the NFTs of an account at a height, or at the latest one if the node has no state of it. */
export async function readHeldNfts(flow: FlowReader, query: HeldNftsQuery): Promise<HeldNfts> {
  const { address, network, height } = query
  const atHeight = (await hasStateAt(flow, height)) ? height : (await flow.getLatestBlock()).height
  const { counts } = await readHoldings(flow, { address, network, atHeight })
  return { counts, atHeight }
}

/** Returns whether the node has the state: runs a trivial script, so that an account that is hard to read is no cause. */
async function hasStateAt(flow: FlowReader, height: number): Promise<boolean> {
  try {
    await flow.executeScript('access(all) fun main(): Bool { return true }', [], height)
    return true
  } catch (error) {
    if (isMissingDataError(error) || error instanceof NodeBusyError) return false
    throw error
  }
}
