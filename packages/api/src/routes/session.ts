import * as Type from 'typebox'
import { WRITTEN_EXAMPLES } from '../openapi/written-examples.ts'
import { AddressInputSchema, CLOSED } from '../schemas/fields.ts'
import { NonceSchema, SessionSchema, SignaturesSchema } from '../schemas/session.ts'
import { READ_FAILURES } from './failures.ts'
import { defineRoutes } from './route.ts'

/** In the order of the reference. */
export const SESSION_ROUTES = defineRoutes(
  { tag: 'Session' },
  {
    createNonce: {
      method: 'POST',
      url: '/v1/session/nonce',
      summary: 'Get a nonce for one log-in',
      description: 'It can be used once, within five minutes.',
      dataExample: WRITTEN_EXAMPLES.nonce,
      data: NonceSchema,
      failures: [...READ_FAILURES, 'origin_refused'],
    },
    createSession: {
      method: 'POST',
      url: '/v1/session',
      summary: 'Log in with an account proof of a wallet',
      description:
        'The proof is over the nonce and the origin of the page, and is checked against the keys that the account has now (docs/use/sign.md). Sets an HttpOnly cookie for 24 hours.',
      body: Type.Object(
        {
          address: AddressInputSchema,
          nonce: Type.String({
            pattern: '^[0-9a-f]{64}$',
            description: '64 hex digits, as createNonce returned them',
          }),
          signatures: SignaturesSchema,
          appIdentifier: Type.Optional(
            Type.String({
              maxLength: 200,
              pattern: '^https?://[!-~]+$',
              description:
                'the origin over which the proof is, http:// or https://, of at most 200 visible ASCII characters: needed where no Origin header is sent, otherwise equal to it or absent',
            }),
          ),
        },
        CLOSED,
      ),
      bodyExample: {
        address: '0x179b6b1cb6755e31',
        nonce: '75f8587e5bd5f9dcc9909d0dae1f0ac5814458b2ae129620502cb936fde7120a',
        signatures: [{ keyId: 0, signature: '5a'.repeat(64) }],
        appIdentifier: 'http://localhost:3000',
      },
      dataExample: WRITTEN_EXAMPLES.session,
      data: SessionSchema,
      auth: 'log_in',
      failures: [
        ...READ_FAILURES,
        'origin_refused',
        'nonce_refused',
        'signature_refused',
        'account_not_found',
        'node_unreachable',
      ],
    },
    getSession: {
      method: 'GET',
      url: '/v1/session',
      summary: 'Get the session of the cookie',
      dataExample: WRITTEN_EXAMPLES.session,
      data: SessionSchema,
      auth: 'session',
      failures: READ_FAILURES,
    },
    endSession: {
      method: 'DELETE',
      url: '/v1/session',
      summary: 'Log out',
      dataExample: { isSignedIn: false },
      data: Type.Object({ isSignedIn: Type.Boolean({ description: 'Always false' }) }),
      failures: [...READ_FAILURES, 'origin_refused'],
      auth: 'optional_session',
    },
  },
)

export const { createNonce, createSession, getSession, endSession } = SESSION_ROUTES
