import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { problemsOf } from './input-problems.ts'
import { typedQuery } from './typed-query.ts'

/** Checks bodies as they are, and paths and queries after their texts became the numbers they mean. */
export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const checker = Compile(schema)
  const isBody = httpPart === 'body'
  return (value: unknown) => {
    const input = isBody ? value : typedQuery(schema, value)
    if (checker.Check(input)) return { value: input }
    return { error: problemsOf(schema, checker.Errors(input)) }
  }
}
