import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { nextSequenceNumber } from '@app/flow/send/send-transaction.ts'

/** One key of an account. */
type Key = Pick<Signer, 'address' | 'keyIndex'>

/** Hands out sequence numbers of keys, so that many transactions can wait for one block. */
export interface Sequences {
  next(key: Key): Promise<number>
  /** Takes the chain's word again. */
  forget(): void
}

export function createSequences(flow: Pick<FlowReader, 'account'>): Sequences {
  const known = new Map<string, Promise<{ next: number }>>()

  const counterOf = (key: Key): Promise<{ next: number }> => {
    const name = `${key.address} ${key.keyIndex}`
    const counter = known.get(name) ?? readCounter(flow, key)
    known.set(name, counter)
    return counter
  }
  return {
    next: async (key) => (await counterOf(key)).next++,
    forget: () => known.clear(),
  }
}

async function readCounter(flow: Pick<FlowReader, 'account'>, key: Key) {
  return { next: await nextSequenceNumber(flow, key) }
}
