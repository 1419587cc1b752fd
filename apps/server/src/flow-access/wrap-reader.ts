import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'

type CallWrapper = <T>(call: () => Promise<T>, name: string) => Promise<T>

type Call = (...args: unknown[]) => Promise<unknown>

/** Creates a reader that passes every call through `wrapCall`, with the name of its function. */
export function wrapReader(flow: FlowReader, wrapCall: CallWrapper): FlowReader {
  const calls = (Object.entries(flow) as [string, Call][]).map(([name, call]) => {
    const wrapped: Call = (...args) => wrapCall(() => call(...args), name)
    return [name, wrapped]
  })
  return Object.fromEntries(calls)
}
