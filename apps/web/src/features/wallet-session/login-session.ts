import type { ApiClient } from '@app/api/client/client.ts'
import { defineRoute } from '@app/api/routes/route.ts'
import { AddressSchema } from '@app/api/schemas/fields.ts'
import { WalletSignatureSchema } from '@app/api/schemas/proposal.ts'
import * as Type from 'typebox'
import { reportFailure } from '../../lib/report-failure.ts'
import type { AccountProof } from './find-account-proof.ts'

const createSessionNonce = defineRoute({
  operationId: 'createSessionNonce',
  method: 'POST',
  url: '/v1/session/nonce',
  tag: 'Governance',
  summary: 'Get a nonce for an account proof',
  data: Type.Object({ nonce: Type.String(), expiresAt: Type.String() }),
})

const createSession = defineRoute({
  operationId: 'createSession',
  method: 'POST',
  url: '/v1/session',
  tag: 'Governance',
  summary: 'Log in with an account proof',
  body: Type.Object({
    address: AddressSchema,
    nonce: Type.String(),
    signatures: WalletSignatureSchema.properties.signatures,
  }),
  data: Type.Object({ address: AddressSchema, expiresAt: Type.String() }),
})

const deleteSession = defineRoute({
  operationId: 'deleteSession',
  method: 'DELETE',
  url: '/v1/session',
  tag: 'Governance',
  summary: 'Log out',
  data: Type.Unknown(),
})

/** A wallet that connects does not wait longer than this for the server. */
const NONCE_TIMEOUT_MS = 3_000

/** The session of the connected wallet with the server. Its failures are logged and never thrown. */
export interface LoginSession {
  /** Resolves to undefined when the server gives none in time. */
  requestNonce(): Promise<string | undefined>
  open(proof: AccountProof): void
  close(): void
}

export function createLoginSession(api: ApiClient): LoginSession {
  // One call after the other, so that a log-out is never overtaken by the log-in before it.
  let previous: Promise<unknown> = Promise.resolve()
  const enqueue = (what: string, call: () => Promise<unknown>) => {
    previous = previous.then(call).catch((error) => reportFailure(what, error))
  }
  const withCookies = true
  return {
    requestNonce: async () => {
      try {
        const signal = AbortSignal.timeout(NONCE_TIMEOUT_MS)
        return (await api.call(createSessionNonce, { withCookies }, signal)).nonce
      } catch (error) {
        reportFailure('Session error', error)
        return undefined
      }
    },
    open: (body) => enqueue('Session error', () => api.call(createSession, { body, withCookies })),
    close: () => enqueue('Session error', () => api.call(deleteSession, { withCookies })),
  }
}
