import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'

type CallWrapper = <T>(call: () => Promise<T>) => Promise<T>

/** Creates a reader that passes every call through `wrapCall`. */
export function wrapReader(flow: FlowReader, wrapCall: CallWrapper): FlowReader {
  const wrap =
    <A extends unknown[], T>(call: (...args: A) => Promise<T>) =>
    (...args: A) =>
      wrapCall(() => call(...args))
  return {
    getLatestBlock: wrap(flow.getLatestBlock),
    getBlockAtHeight: wrap(flow.getBlockAtHeight),
    getBlockById: wrap(flow.getBlockById),
    getEvents: wrap(flow.getEvents),
    getEventsByBlock: wrap(flow.getEventsByBlock),
    getTransactionRoles: wrap(flow.getTransactionRoles),
    getBlockRoles: wrap(flow.getBlockRoles),
    getTransactionArguments: wrap(flow.getTransactionArguments),
    getTransactionResult: wrap(flow.getTransactionResult),
    getAccount: wrap(flow.getAccount),
    executeScript: wrap(flow.executeScript),
    getChainId: wrap(flow.getChainId),
    getNodeVersion: wrap(flow.getNodeVersion),
  }
}
