import type { FieldAnnotation } from '@app/api/schemas/fields.ts'
import type { TSchema } from 'typebox'
import { ApiFailure } from '../failures/api-failure.ts'

/** An invalid field, and what is expected there. */
interface InputProblem {
  field: string
  message: string
}

type FieldSchema = FieldAnnotation & {
  type?: string
  enum?: unknown[]
  minimum?: number
  maximum?: number
  description?: string
  properties?: Record<string, FieldSchema>
  items?: FieldSchema
  anyOf?: FieldSchema[]
}

/** An error in the form of the schema validator. */
interface SchemaError {
  keyword: string
  instancePath: string
  params: object
}

/**
 * Builds the failure for an invalid input: which fields do not match the schema, and what each must
 * be.
 */
export function toInputFailure(schema: TSchema, errors: readonly SchemaError[]): ApiFailure {
  const fields = errors.map(({ instancePath }) => findFieldSchema(schema, instancePath))
  const details = dedupeByMessage(
    withoutErrorsInUnions(errors).flatMap((error) =>
      toInputProblems(error, findFieldSchema(schema, error.instancePath)),
    ),
  )
  if (fields.some((field) => field['x-failure'] === 'invalid_address')) {
    return new ApiFailure('invalid_address', { details })
  }
  const message = details.map((problem) => problem.message).join('; ')
  return new ApiFailure('invalid_request', { message, details })
}

function toInputProblems(error: SchemaError, schema: FieldSchema): InputProblem[] {
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  if (error.keyword === 'required') {
    return listMissingFields(error.params).map((name) => {
      const field = path === '' ? name : `${path}.${name}`
      const wanted = describeExpected(schema.properties?.[name] ?? {})
      return { field, message: `${field} is missing: it must be ${wanted}` }
    })
  }
  const field = path === '' ? 'body' : path
  const sentence = schema['x-messages']?.[error.keyword]
  return [{ field, message: sentence ?? `${field} must be ${describeExpected(schema)}` }]
}

function listMissingFields(params: object): string[] {
  return 'requiredProperties' in params ? (params.requiredProperties as string[]) : []
}

function describeExpected(schema: FieldSchema): string {
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  switch (schema.type) {
    case 'integer':
      return `a whole number${formatRange(schema)}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return 'a list'
    case 'string':
      return schema.description ?? 'text'
    default:
      return `a JSON object with ${Object.keys(schema.properties ?? {}).join(', ')}`
  }
}

function formatRange({ minimum, maximum }: FieldSchema): string {
  if (minimum === undefined) return ''
  return maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`
}

function findFieldSchema(schema: TSchema, instancePath: string): FieldSchema {
  const steps = instancePath.split('/').slice(1)
  return steps.reduce<FieldSchema>(
    (field, step) => findStep(field, step) ?? {},
    schema as FieldSchema,
  )
}

function findStep(field: FieldSchema, step: string): FieldSchema | undefined {
  const inUnion = field.anyOf?.map((one) => findStep(one, step)).find((found) => found)
  return field.properties?.[step] ?? field.items ?? inUnion
}

/** Leaves out the errors of the single shapes of a union: the union has a sentence of its own. */
function withoutErrorsInUnions(errors: readonly SchemaError[]): SchemaError[] {
  const unions = errors.filter(({ keyword }) => keyword === 'anyOf')
  return errors.filter(
    (error) =>
      error.keyword === 'anyOf' ||
      !unions.some(({ instancePath }) => `${error.instancePath}/`.startsWith(`${instancePath}/`)),
  )
}

function dedupeByMessage(problems: InputProblem[]): InputProblem[] {
  const byMessage = new Map(problems.map((problem) => [problem.message, problem]))
  return [...byMessage.values()]
}
