import { setTimeout as delay } from 'node:timers/promises'
import type { DegradedPart } from '@app/api/schemas/envelope.ts'
import type { FastifyInstance } from 'fastify'
import { toDegradedPart } from './build-readiness.ts'

export interface Shutdown {
  /** Why it is not ready any more; `null` while it does not stop. */
  describe(): DegradedPart | null
  /**
   * From now on `/ready` answers 503, and every answer closes its connection. Resolves after `drainMs`: load balancers
   * have then turned to other processes.
   */
  announce(drainMs: number): Promise<void>
}

export function createShutdown(now: () => number = Date.now): Shutdown {
  let sinceMs: number | null = null
  return {
    describe: () =>
      sinceMs === null
        ? null
        : toDegradedPart('process', { sinceMs, message: 'This process is stopping.' }),
    announce: async (drainMs) => {
      sinceMs ??= now()
      if (drainMs > 0) await delay(drainMs)
    },
  }
}

/** Makes answers close their connection while the process stops, so that no request meets a closed one. */
export function closeConnectionsDuringShutdown(app: FastifyInstance, shutdown: Shutdown): void {
  app.addHook('onSend', async (_, reply) => {
    if (shutdown.describe() !== null) reply.header('connection', 'close')
  })
}
