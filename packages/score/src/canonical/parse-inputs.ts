import { FatalError } from '@app/values/errors.ts'
import * as Type from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Clone, DecodeUnsafe, Pointer } from 'typebox/value'
import { type Facts, InputsSchema } from '../facts.ts'

/** The two canonical parts of the facts as parsed JSON. */
export interface CanonicalInputs {
  chain: unknown
  offchain: unknown
}

/**
 * Parses the facts from their canonical parts; `toCanonicalFacts` of the result gives the same
 * text. Throws `UnreadableInputError` with path, expected and found for a missing field, a value of
 * another type, or a field that this version does not define, so that the evidence hash covers
 * every value that is used.
 */
export function parseInputs({ chain, offchain }: CanonicalInputs): Facts {
  const inputs = { chain, offchain }
  const [error] = VALIDATOR.Errors(inputs)
  if (error !== undefined) throw toUnreadableInputError(error, inputs)
  const parsed = decodeChecked(inputs)
  return { ...parsed.chain, ...parsed.offchain }
}

const VALIDATOR = Compile(InputsSchema)

/**
 * Decodes inputs that the validator accepted. `Decode` would check them again by interpreting the
 * schema, which takes several times as long.
 */
function decodeChecked(inputs: CanonicalInputs): Type.StaticDecode<typeof InputsSchema> {
  return DecodeUnsafe({}, InputsSchema, Clone(inputs)) as Type.StaticDecode<typeof InputsSchema>
}

function toUnreadableInputError(
  error: TLocalizedValidationError,
  inputs: CanonicalInputs,
): UnreadableInputError {
  const [missing] = error.keyword === 'required' ? error.params.requiredProperties : []
  const pointer = error.instancePath + (missing === undefined ? '' : `/${missing}`)
  const schemaPointer =
    error.schemaPath.slice(1) + (missing === undefined ? '' : `/properties/${missing}`)
  return new UnreadableInputError({
    path: `inputs${pointer.replace(/\/(\d+)(?=\/|$)/g, '[$1]').replaceAll('/', '.')}`,
    expected: describeExpected(Pointer.Get(InputsSchema, schemaPointer)),
    found: JSON.stringify(Pointer.Get(inputs, pointer)) ?? 'missing',
  })
}

/** The description of a schema; `false` is the schema of fields that are not defined. */
function describeExpected(schema: unknown): string {
  if (Type.IsUnion(schema)) return describeExpected(schema.anyOf[0])
  const isDescribed = typeof schema === 'object' && schema !== null && 'description' in schema
  return isDescribed ? String(schema.description) : 'absent'
}

/** A value of the canonical inputs that this version of the engine cannot read. */
export class UnreadableInputError extends FatalError {
  override name = 'UnreadableInputError'
  /** Path of the value, such as inputs.chain.tokens[0].received. */
  readonly path: string
  readonly expected: string
  readonly found: string

  constructor({ path, expected, found }: { path: string; expected: string; found: string }) {
    super(`${path} should be ${expected}, but is ${found}.`)
    this.path = path
    this.expected = expected
    this.found = found
  }
}
