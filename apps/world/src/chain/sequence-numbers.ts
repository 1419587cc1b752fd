import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { readNextSequenceNumber } from '@app/flow/send/send-transaction.ts'

/** One key of an account. */
type Key = Pick<Signer, 'address' | 'keyIndex'>

/** Assigns sequence numbers of keys, so that many transactions can be pending for one block. */
export interface SequenceNumbers {
  next(key: Key): Promise<number>
  /** Discards all counters, so that they are read from the chain again. */
  reset(): void
}

export function createSequenceNumbers(flow: Pick<FlowReader, 'getAccount'>): SequenceNumbers {
  const counters = new Map<string, Promise<{ next: number }>>()

  const loadCounter = (key: Key): Promise<{ next: number }> => {
    const name = `${key.address} ${key.keyIndex}`
    const counter = counters.get(name) ?? readCounter(flow, key)
    counters.set(name, counter)
    return counter
  }
  return {
    next: async (key) => (await loadCounter(key)).next++,
    reset: () => counters.clear(),
  }
}

async function readCounter(flow: Pick<FlowReader, 'getAccount'>, key: Key) {
  return { next: await readNextSequenceNumber(flow, key) }
}
