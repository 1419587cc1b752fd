import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'

type Around = <T>(call: () => Promise<T>) => Promise<T>

/** A reader whose every call goes through `around`. */
export function wrapReader(flow: FlowReader, around: Around): FlowReader {
  return {
    latestBlock: () => around(() => flow.latestBlock()),
    blockAt: (height) => around(() => flow.blockAt(height)),
    events: (...range) => around(() => flow.events(...range)),
    eventsByBlock: (...range) => around(() => flow.eventsByBlock(...range)),
    transaction: (txId) => around(() => flow.transaction(txId)),
    transactionResult: (txId) => around(() => flow.transactionResult(txId)),
    account: (...account) => around(() => flow.account(...account)),
    script: (...script) => around(() => flow.script(...script)),
    chainId: () => around(() => flow.chainId()),
    nodeVersion: () => around(() => flow.nodeVersion()),
  }
}
