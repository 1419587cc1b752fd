import { NodeBusyError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { readHoldings } from '../../scorer/holdings/read-holdings.ts'
import { isMissing } from './is-missing.ts'

export interface HeldQuestion {
  address: Address
  network: Network
  height: number
}

export interface Held {
  /** NFTs by collection type identifier. */
  counts: ReadonlyMap<string, number>
  /** Where they were counted: the height asked for, or the last sealed one where the node keeps no older state. */
  atHeight: number
}

/** The NFTs of an account at a height, as far back as the node can look. */
export async function readHeld(flow: FlowReader, question: HeldQuestion): Promise<Held> {
  const { address, network, height } = question
  const atHeight = (await canLookAt(flow, height)) ? height : (await flow.latestBlock()).height
  const { counts } = await readHoldings(flow, { address, network, atHeight })
  return { counts, atHeight }
}

/** A script that cannot fail tells a state that is gone from an account that is hard to read. */
async function canLookAt(flow: FlowReader, height: number): Promise<boolean> {
  try {
    await flow.script('access(all) fun main(): Bool { return true }', [], height)
    return true
  } catch (error) {
    if (isMissing(error) || error instanceof NodeBusyError) return false
    throw error
  }
}
