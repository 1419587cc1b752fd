import { ADDRESS_PATTERN } from '@app/values/address.ts'
import { CASE_ID_PATTERN } from '@app/values/case-id.ts'
import { EVM_ADDRESS_PATTERN } from '@app/values/evm-address.ts'
import type { TextLimits } from '@app/values/limits.ts'
import { NETWORK_NAMES } from '@app/values/network.ts'
import { findTextProblem } from '@app/values/plain-text.ts'
import { RISK_LEVELS } from '@app/values/risk-level.ts'
import * as Type from 'typebox'
import type { FailureCode } from '../routes/failures.ts'

/**
 * Annotations of request fields: the failure code of an invalid value, and the limits of a text of a person. The
 * `description` of a string or a union stands behind 'must be' in failures. Of answers: `x-open` of a list of words that
 * clients take any other word for, `x-unix` of Unix seconds, `x-absent` of an object with what clients take for fields
 * that it lacks.
 */
export type FieldAnnotation = {
  'x-failure'?: FailureCode
  'x-text'?: TextLimits
  'x-open'?: true
  'x-unix'?: true
  'x-absent'?: Record<string, unknown>
}

/** An object of a request: fields that it does not declare are refused. */
export const CLOSED = { additionalProperties: false } as const

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

export const AddressSchema = Type.String({
  pattern: '^0x[0-9a-f]{16}$',
  examples: [EXAMPLE_ADDRESS],
})

const EXAMPLE_EVM_ADDRESS = '0x71c7656ec7ab88b098defb751b7401b5f6d8976f'

/** An address in the EVM in a request: an invalid one fails with `invalid_evm_address`. */
export const EvmAddressInputSchema = Type.String(
  withAnnotation({
    pattern: EVM_ADDRESS_PATTERN,
    examples: [EXAMPLE_EVM_ADDRESS],
    description: '0x followed by 40 hex characters, in any letter case',
    'x-failure': 'invalid_evm_address',
  }),
)

/** An address in the EVM in a response: always in lower case. */
export const EvmAddressSchema = Type.String({
  pattern: '^0x[0-9a-f]{40}$',
  examples: [EXAMPLE_EVM_ADDRESS],
})

export const PartyInputSchema = Type.String(
  withAnnotation({
    pattern: '^0x([0-9a-fA-F]{16}|[0-9a-fA-F]{40})$',
    examples: [EXAMPLE_ADDRESS],
    description:
      '0x followed by 16 hex characters, or by 40 for an address in the EVM, in any letter case',
    'x-failure': 'invalid_address',
  }),
)

export const PartySchema = Type.String({
  pattern: '^0x([0-9a-f]{16}|[0-9a-f]{40})$',
  examples: [EXAMPLE_ADDRESS],
  description: 'An account; with 40 digits an address in the EVM',
})

/** The transaction in the EVM beside one of Flow. */
export const EVM_TRANSACTION_FIELDS = {
  evmHash: Type.Optional(
    Type.String({
      pattern: '^0x[0-9a-f]{64}$',
      description: 'Hash of the transaction in the EVM; absent where it moved nothing there',
    }),
  ),
  evmHeight: Type.Optional(Type.Integer({ description: 'Its block in the EVM' })),
}

export const TxIdSchema = Type.String({
  description: 'Transaction id, 64 hex digits',
  examples: ['8f2c9d0e5b7a41c3968d1f20e4b5a6c7d8e9f0a1b2c3d4e5f60718293a4b5c6d'],
})

export const TimeSchema = Type.String({
  format: 'date-time',
  examples: ['2026-03-01T12:00:00.000Z'],
})

export const RiskLevelSchema = Type.Enum([...RISK_LEVELS], { type: 'string', title: 'RiskLevel' })

export const NetworkSchema = Type.Enum([...NETWORK_NAMES], { type: 'string', title: 'Network' })

export const Nullable = <T extends Type.TSchema>(
  schema: T,
  options: { description?: string } = {},
) => Type.Union([schema, Type.Null()], options)

/** The list and the filters of a cursor, as its last part. */
const CURSOR_TAG = String.raw`\.[0-9a-f]{12}`

/** An opaque cursor: `meta.nextCursor` of an earlier response of the same list with the same filters. */
export const CursorSchema = Type.String({
  pattern: `^[0-9]{1,15}${CURSOR_TAG}$`,
  description: 'meta.nextCursor of the previous page',
})

/** A cursor of a list of counterparties: the digits of the last one. */
export const PartyCursorSchema = Type.String({
  pattern: `^([0-9a-f]{16}|[0-9a-f]{40})${CURSOR_TAG}$`,
  description: 'meta.nextCursor of the previous page',
})

/** A cursor of a list of transfers: the place of the last one on the chain, whose last number may be below 0. */
export const TransferCursorSchema = Type.String({
  pattern: `^[0-9]{1,15}(-[0-9]{1,9}){2}-(-?[0-9]{1,9})${CURSOR_TAG}$`,
  description: 'meta.nextCursor of the previous page',
})

export const buildIdSchema = (what: string) =>
  Type.String({
    pattern: '^[0-9]{1,15}$',
    description: `the number of ${what}, in digits`,
    examples: ['1'],
  })

export const CaseIdInputSchema = Type.String(
  withAnnotation({
    pattern: CASE_ID_PATTERN,
    description: '1 to 64 visible ASCII characters: the id of a case',
    examples: ['179b6b1cb6755e31-freeze-1'],
  }),
)

export const buildHashSchema = (what: string) =>
  Type.String({
    pattern: '^[0-9a-f]{64}$',
    description: `SHA-256 of ${what} in UTF-8, 64 hex digits in lower case`,
  })

/** Number of entries per page: 1 to `maximum`, `defaultLimit` when absent. */
export const buildLimitSchema = (defaultLimit: number, maximum: number) =>
  Type.Integer({ minimum: 1, maximum, default: defaultLimit })

/** A text in a person's own words, normalized: `findTextProblem` is its whole check. */
export const buildTextSchema = (limits: TextLimits) =>
  Type.Refine(
    Type.String(
      withAnnotation({
        description: `${limits.minimum} to ${limits.maximum} visible characters of plain text, without links, mail addresses and hidden characters`,
        'x-text': limits,
      }),
    ),
    (text) => findTextProblem(text, limits) === null,
  )
