import type { Server } from '@app/server/server.ts'
import { RetryableError } from '@app/values/errors.ts'

const MOST_ATTEMPTS = 20

/**
 * Lets a server that works only in `drain` work until it is idle. Where its node or its database does not answer in time,
 * as on a busy machine, it works again, as the loop of a running server does; throws the error of the last attempt.
 */
export async function drainPatiently(server: Pick<Server, 'drain'>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await server.drain()
    } catch (error) {
      if (!(error instanceof RetryableError) || attempt === MOST_ATTEMPTS) throw error
    }
  }
}
