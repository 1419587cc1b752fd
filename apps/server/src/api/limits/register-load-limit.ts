import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { ApiFailure } from '../failures/api-failure.ts'
import type { ApiLimits } from './limits.ts'

interface LoadLimitOptions {
  limits: Pick<ApiLimits, 'eventLoopDelayMs'>
  /** Milliseconds of a clock that nobody sets back. */
  monotonicMs?: (() => number) | undefined
}

const LOAD_SAMPLE_MS = 1_000

/** Rejects requests while the event loop is late; not by a sample from the start, which is no load. */
export async function registerLoadLimit(
  app: FastifyInstance,
  { limits, monotonicMs = () => performance.now() }: LoadLimitOptions,
): Promise<void> {
  let startedMs: number | null = null
  app.addHook('onListen', async () => {
    startedMs = monotonicMs()
  })
  await app.register(underPressure, {
    maxEventLoopDelay: limits.eventLoopDelayMs,
    sampleInterval: LOAD_SAMPLE_MS,
    pressureHandler: async () => {
      const isStarting = startedMs !== null && monotonicMs() - startedMs < 2 * LOAD_SAMPLE_MS
      if (!isStarting) throw new ApiFailure('overloaded', { headers: { 'retry-after': '5' } })
    },
  })
}
