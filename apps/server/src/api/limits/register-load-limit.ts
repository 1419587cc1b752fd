import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { ApiFailure } from '../failures/api-failure.ts'

const SAMPLE_MS = 1_000

/**
 * Rejects requests with `overloaded` while the event loop is later than `maxDelayMs`; not by a sample from the start of
 * the process, which is no load.
 */
export async function registerLoadLimit(
  app: FastifyInstance,
  maxDelayMs: number,
  monotonicMs: () => number = () => performance.now(),
): Promise<void> {
  let startedMs: number | null = null
  app.addHook('onListen', async () => {
    startedMs = monotonicMs()
  })
  await app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    sampleInterval: SAMPLE_MS,
    pressureHandler: async () => {
      const isStarting = startedMs !== null && monotonicMs() - startedMs < 2 * SAMPLE_MS
      if (!isStarting) throw new ApiFailure('overloaded', { headers: { 'retry-after': '5' } })
    },
  })
}
