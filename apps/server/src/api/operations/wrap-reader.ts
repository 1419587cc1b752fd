import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'

type Around = <T>(call: () => Promise<T>) => Promise<T>

/** A reader whose every call goes through `around`. */
export function wrapReader(flow: FlowReader, around: Around): FlowReader {
  const wrap =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    (...args: A) =>
      around(() => call(...args))
  return {
    latestBlock: wrap(flow.latestBlock),
    blockAt: wrap(flow.blockAt),
    events: wrap(flow.events),
    eventsByBlock: wrap(flow.eventsByBlock),
    transaction: wrap(flow.transaction),
    transactionResult: wrap(flow.transactionResult),
    account: wrap(flow.account),
    script: wrap(flow.script),
    chainId: wrap(flow.chainId),
    nodeVersion: wrap(flow.nodeVersion),
  }
}
