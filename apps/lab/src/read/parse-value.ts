import { formatSchemaError } from '@app/api/schemas/format-schema-error.ts'
import * as Type from 'typebox'
import type { Validator } from 'typebox/compile'
import { InvalidValueError } from './invalid-line-error.ts'

export const TextSchema = Type.String({ minLength: 1 })
export const AmountSchema = Type.Number({ minimum: 0 })
export const CountSchema = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })

/** Returns the value if it matches the schema exactly. Throws `InvalidValueError` with the first invalid field. */
export function parseValue<T extends Type.TSchema>(
  validator: Validator<Type.TProperties, T>,
  value: unknown,
): Type.Static<T> {
  if (validator.Check(value)) return value
  throw new InvalidValueError(formatSchemaError(validator.Errors(value), 'the wallet'))
}
