import * as Type from 'typebox'
import { AddressSchema, CLOSED, TimeSchema } from './fields.ts'

export const SESSION_COOKIE = 'dharma_session'

export const NonceSchema = Type.Object(
  {
    nonce: Type.String({ pattern: '^[0-9a-f]{64}$', description: '32 random bytes in hex' }),
    expiresAt: TimeSchema,
  },
  { title: 'SessionNonce' },
)

export const SessionSchema = Type.Object(
  { address: AddressSchema, expiresAt: TimeSchema },
  { title: 'Session' },
)

/** Signatures of account keys over one message. */
export const SignaturesSchema = Type.Array(
  Type.Object(
    {
      keyId: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
      signature: Type.String({
        pattern: '^[0-9a-fA-F]{128}$',
        description: '128 hex digits: r and s of the signature',
      }),
    },
    { title: 'KeySignature', ...CLOSED },
  ),
  { minItems: 1, maxItems: 20 },
)
