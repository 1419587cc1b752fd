import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { findUnknownParameterFailure } from './find-unknown-parameters.ts'
import { parseQuery } from './parse-query.ts'
import { toInputFailure } from './to-input-failure.ts'

/**
 * Compiles the validator of a route input. Bodies are validated unchanged, paths and queries after
 * `parseQuery`. A query must not contain undeclared parameters.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const checker = Compile(schema)
  const isBody = httpPart === 'body'
  return (value: unknown) => {
    const unknown = httpPart === 'querystring' ? findUnknownParameterFailure(schema, value) : null
    if (unknown !== null) return { error: unknown }
    const input = isBody ? value : parseQuery(schema, value)
    if (checker.Check(input)) return { value: input }
    return { error: toInputFailure(schema, checker.Errors(input)) }
  }
}
