import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { findUnknownParameters } from './find-unknown-parameters.ts'
import { parseQuery } from './parse-query.ts'
import { toInputFailure } from './to-input-failure.ts'

/**
 * Checks bodies as they are, and paths and queries after their texts became the numbers they mean. A query must not
 * contain more than its schema declares.
 */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const checker = Compile(schema)
  const isBody = httpPart === 'body'
  return (value: unknown) => {
    const unknown = httpPart === 'querystring' ? findUnknownParameters(schema, value) : null
    if (unknown !== null) return { error: unknown }
    const input = isBody ? value : parseQuery(schema, value)
    if (checker.Check(input)) return { value: input }
    return { error: toInputFailure(schema, checker.Errors(input)) }
  }
}
