import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'

type CallWrapper = <T>(call: () => Promise<T>, name: keyof FlowReader) => Promise<T>

/** Creates a reader that passes every call through `wrapCall`, with the name of its function. */
export function wrapReader(flow: FlowReader, wrapCall: CallWrapper): FlowReader {
  const wrap =
    <A extends unknown[], T>(name: keyof FlowReader, call: (...args: A) => Promise<T>) =>
    (...args: A) =>
      wrapCall(() => call(...args), name)
  return {
    getLatestBlock: wrap('getLatestBlock', flow.getLatestBlock),
    getBlockAtHeight: wrap('getBlockAtHeight', flow.getBlockAtHeight),
    getBlockById: wrap('getBlockById', flow.getBlockById),
    getEvents: wrap('getEvents', flow.getEvents),
    getEventsByBlock: wrap('getEventsByBlock', flow.getEventsByBlock),
    getTransactionRoles: wrap('getTransactionRoles', flow.getTransactionRoles),
    getBlockRoles: wrap('getBlockRoles', flow.getBlockRoles),
    getTransactionArguments: wrap('getTransactionArguments', flow.getTransactionArguments),
    getTransactionResult: wrap('getTransactionResult', flow.getTransactionResult),
    getAccount: wrap('getAccount', flow.getAccount),
    executeScript: wrap('executeScript', flow.executeScript),
    getChainId: wrap('getChainId', flow.getChainId),
    getNodeVersion: wrap('getNodeVersion', flow.getNodeVersion),
  }
}
