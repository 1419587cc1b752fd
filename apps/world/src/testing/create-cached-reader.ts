import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'

/** Creates a reader that reads each event, account and block once: what has happened does not change. */
export function createCachedReader(flow: FlowReader): FlowReader {
  return {
    ...flow,
    getEvents: readOnce(flow.getEvents),
    getAccount: readOnce(flow.getAccount),
    getBlockAtHeight: readOnce(flow.getBlockAtHeight),
  }
}

function readOnce<A extends unknown[], T>(read: (...args: A) => Promise<T>) {
  const answers = new Map<string, Promise<T>>()
  return (...args: A): Promise<T> => {
    const key = args.join(' ')
    const answer = answers.get(key) ?? read(...args)
    answers.set(key, answer)
    return answer
  }
}
