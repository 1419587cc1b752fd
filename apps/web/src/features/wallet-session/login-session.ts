import type { ApiClient } from '@app/api/client/client.ts'
import { createNonce, createSession, endSession } from '@app/api/routes/session.ts'
import { reportFailure } from '../../lib/report-failure.ts'
import type { AccountProof } from './find-account-proof.ts'

/** A wallet that connects does not wait longer than this for the server. */
const NONCE_TIMEOUT_MS = 3_000

/** The session of the connected wallet with the server. Its failures are logged and never thrown. */
export interface LoginSession {
  /** Resolves to undefined when the server gives none in time. */
  requestNonce(): Promise<string | undefined>
  open(proof: AccountProof): void
  close(): void
  /** Resolves when the calls so far have ended. */
  waitForCalls(): Promise<unknown>
}

export function createLoginSession(api: ApiClient): LoginSession {
  // One call after the other, so that a log-out is never overtaken by the log-in before it.
  let previous: Promise<unknown> = Promise.resolve()
  const enqueue = (call: () => Promise<unknown>) => {
    previous = previous.then(call).catch(reportSessionFailure)
  }
  return {
    requestNonce: async () => {
      try {
        const signal = AbortSignal.timeout(NONCE_TIMEOUT_MS)
        return (await api.call(createNonce, undefined, signal)).nonce
      } catch (error) {
        reportSessionFailure(error)
        return undefined
      }
    },
    open: (body) => enqueue(() => api.call(createSession, { body })),
    close: () => enqueue(() => api.call(endSession)),
    waitForCalls: () => previous,
  }
}

const reportSessionFailure = (error: unknown) => reportFailure('Session error', error)
