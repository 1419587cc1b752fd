import { normalizeText } from '@app/values/plain-text.ts'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { ApiFailure } from '../api-failure.ts'
import { type FieldSchema, findUnknownFieldFailure, toInputFailure } from './to-input-failure.ts'

/**
 * Compiles the validator of a route input. Bodies are validated with their texts of people normalized, paths and queries
 * after `parseQuery`. A query and a body must not contain undeclared fields.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const checker = Compile(schema)
  const what = UNKNOWN[httpPart ?? '']
  return (value: unknown) => {
    const unknown = what && findUnknownFieldFailure(schema as FieldSchema, value, what)
    if (unknown) return { error: unknown }
    const repeated = httpPart === 'querystring' && findRepeated(value)
    if (repeated) return { error: repeated }
    const input =
      httpPart === 'body' ? normalizeTexts(schema as FieldSchema, value) : parseQuery(schema, value)
    if (checker.Check(input)) return { value: input }
    return { error: toInputFailure(schema, input) }
  }
}

/** Returns a body with its texts of people as they are hashed, checked and stored. */
function normalizeTexts(schema: FieldSchema, body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body
  const texts = Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' && schema.properties?.[name]?.['x-text']
      ? [[name, normalizeText(value)] as const]
      : [],
  )
  return texts.length === 0 ? body : { ...body, ...Object.fromEntries(texts) }
}

function findRepeated(query: unknown): ApiFailure | undefined {
  const repeated = Object.entries(query ?? {}).find(([, given]) => Array.isArray(given))
  if (repeated === undefined) return undefined
  const [field, { length }] = repeated
  const message = `${field} is given ${length} times: give it once`
  return new ApiFailure('invalid_request', { message, details: [{ field, message }] })
}

/** What an undeclared field of a part is not. */
const UNKNOWN: Readonly<Record<string, string>> = {
  querystring: 'a query parameter of this route',
  body: 'a field of this body',
}

/**
 * Returns the declared fields of a path or query, with whole numbers converted. Undeclared fields
 * are left out; other values stay text, which validation then rejects.
 */
export function parseQuery(schema: TSchema, value: unknown): Record<string, unknown> {
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> }
  const given = (value ?? {}) as Record<string, unknown>
  const declared = Object.entries(properties).filter(([name]) => Object.hasOwn(given, name))
  return Object.fromEntries(
    declared.map(([name, { type }]) => {
      const text = given[name]
      return [name, type === 'integer' ? parseWholeNumber(text) : text]
    }),
  )
}

function parseWholeNumber(text: unknown): unknown {
  return typeof text === 'string' && /^-?\d{1,15}$/.test(text) ? Number(text) : text
}
