import { ADDRESS_PATTERN } from '@app/values/address.ts'
import { CASE_ID_PATTERN } from '@app/values/cases/case-id.ts'
import { NETWORK_NAMES } from '@app/values/network.ts'
import { RISK_LEVELS } from '@app/values/risk-level.ts'
import * as Type from 'typebox'
import type { FailureCode } from '../routes/failures/failures.ts'

/**
 * Annotations of request fields: the failure code of an invalid value, and the error messages by
 * JSON Schema keyword. Other users of the schemas ignore them.
 */
export type FieldAnnotation = {
  'x-failure'?: FailureCode
  'x-messages'?: Readonly<Record<string, string>>
}

const withAnnotation = <T extends object>(options: T & FieldAnnotation) => options

const EXAMPLE_ADDRESS = '0x179b6b1cb6755e31'

/** An address in a request: any letter case; an invalid one fails with `invalid_address`. */
export const AddressInputSchema = Type.String(
  withAnnotation({
    pattern: ADDRESS_PATTERN,
    examples: [EXAMPLE_ADDRESS],
    description: '0x followed by 16 hex characters, in any letter case',
    'x-failure': 'invalid_address',
  }),
)

/** An address in a response: always in lower case. */
export const AddressSchema = Type.String({
  pattern: '^0x[0-9a-f]{16}$',
  examples: [EXAMPLE_ADDRESS],
})

export const TxIdSchema = Type.String({
  description: 'Transaction id, 64 hex digits',
  examples: ['8f2c9d0e5b7a41c3968d1f20e4b5a6c7d8e9f0a1b2c3d4e5f60718293a4b5c6d'],
})

export const TimeSchema = Type.String({
  format: 'date-time',
  examples: ['2026-03-01T12:00:00.000Z'],
})

export const RiskLevelSchema = Type.Enum([...RISK_LEVELS], { type: 'string' })

export const NetworkSchema = Type.Enum([...NETWORK_NAMES], { type: 'string' })

/** An opaque cursor: `meta.nextCursor` of an earlier response. */
export const CursorSchema = Type.String(
  withAnnotation({
    pattern: '^[0-9]{1,15}$',
    description: 'meta.nextCursor of the previous page',
    'x-messages': { pattern: 'cursor must be the nextCursor of an earlier answer' },
  }),
)

/** A cursor of a list of transfers: the place of the last one on the chain. */
export const TransferCursorSchema = Type.String(
  withAnnotation({
    pattern: '^[0-9]{1,15}(-[0-9]{1,9}){3}$',
    description: 'meta.nextCursor of the previous page',
    'x-messages': { pattern: 'cursor must be the nextCursor of an earlier answer' },
  }),
)

/** The number of `what`, in the path of a request. */
export const buildIdSchema = (name: string, what: string) =>
  Type.String(
    withAnnotation({
      pattern: '^[0-9]{1,15}$',
      description: `number of ${what}`,
      examples: ['1'],
      'x-messages': { pattern: `${name} must be the number of ${what}` },
    }),
  )

export const CaseIdInputSchema = Type.String(
  withAnnotation({
    pattern: CASE_ID_PATTERN,
    description: '1 to 64 visible ASCII characters: the id of a case',
    examples: ['179b6b1cb6755e31-freeze-1'],
  }),
)

/** A SHA-256 in hex of `what`. */
export const buildHashSchema = (what: string) =>
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: `SHA-256 of ${what} in UTF-8, 64 hex digits in lower case`,
  })

/** Number of entries per page: 1 to `maximum`, `defaultLimit` when absent. */
export const buildLimitSchema = (defaultLimit: number, maximum: number) =>
  Type.Integer({ minimum: 1, maximum, default: defaultLimit })

/** A reason in a person's own words, of at least `minimum` characters, without control characters. */
export const buildReasonSchema = (minimum: number) =>
  buildTextSchema('Reason', { minimum, maximum: 1000 })

/** A text in a person's own words, called `name` in failures, without control characters. */
export const buildTextSchema = (
  name: string,
  { minimum, maximum }: { minimum: number; maximum: number },
) =>
  Type.String(
    withAnnotation({
      minLength: minimum,
      maxLength: maximum,
      pattern: '^[^\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F]*$',
      description: `${minimum} to ${maximum} characters of plain text`,
      'x-messages': {
        minLength: `${name} must be at least ${minimum} character${minimum === 1 ? '' : 's'}`,
        maxLength: `${name} must be at most ${maximum} characters`,
        pattern: `${name} must be plain text without control characters`,
      },
    }),
  )
