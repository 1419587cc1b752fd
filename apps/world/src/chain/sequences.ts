import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { Address } from '@app/values/address.ts'

/** Hands out sequence numbers of accounts' first keys, so that many transactions can wait for one block. */
export interface Sequences {
  next(address: Address): Promise<number>
  /** Takes the chain's word again. */
  forget(): void
}

export function createSequences(flow: Pick<FlowReader, 'account'>): Sequences {
  const known = new Map<Address, Promise<{ next: number }>>()

  const counterOf = (address: Address): Promise<{ next: number }> => {
    const counter = known.get(address) ?? readCounter(flow, address)
    known.set(address, counter)
    return counter
  }
  return {
    next: async (address) => (await counterOf(address)).next++,
    forget: () => known.clear(),
  }
}

async function readCounter(flow: Pick<FlowReader, 'account'>, address: Address) {
  const account = await flow.account(address)
  return { next: account?.keys[0]?.sequenceNumber ?? 0 }
}
