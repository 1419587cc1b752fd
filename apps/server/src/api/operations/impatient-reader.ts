import { NodeUnreachableError } from '@app/flow/errors.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import type { NodeWatch } from './node-watch.ts'
import { wrapReader } from './wrap-reader.ts'

/** After a failure the node is left alone for this long, and requests are answered at once. */
const REST_MS = 3_000

interface Patience {
  /** How long a visitor waits for one call, all its retries included. */
  patienceMs: number
  now?: () => number
}

/**
 * A reader for requests, where somebody waits: it gives up early, and while the node is known not to
 * answer it fails at once. Throws `NodeUnreachableError` besides the errors of the reader itself.
 */
export function impatientReader(watch: NodeWatch, patience: Patience): FlowReader {
  const { patienceMs, now = Date.now } = patience

  function refuseWhileResting(): void {
    const { trouble, lastCallMs } = watch.state()
    if (trouble === null || lastCallMs === null || now() - lastCallMs > REST_MS) return
    throw new NodeUnreachableError(trouble.message)
  }

  return wrapReader(watch.flow, async (call) => {
    refuseWhileResting()
    const { promise: deadline, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => {
      const error = new NodeUnreachableError(
        `The Flow access node did not answer within ${patienceMs / 1000} s.`,
      )
      watch.noteFailure(error)
      reject(error)
    }, patienceMs)
    try {
      return await Promise.race([call(), deadline])
    } finally {
      clearTimeout(timer)
    }
  })
}
