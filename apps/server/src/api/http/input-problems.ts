import type { FieldAnnotation } from '@app/api/fields.ts'
import type { TSchema } from 'typebox'
import { ApiFailure } from './api-failure.ts'

/** One field that does not fit, and what to send instead. */
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
}

/** As the schema checker reports it. */
interface CheckError {
  keyword: string
  instancePath: string
  params: object
}

/** The failure that answers an input: which fields do not fit the schema and what each must be. */
export function problemsOf(schema: TSchema, errors: readonly CheckError[]): ApiFailure {
  const found = errors.map((error) => ({ error, field: fieldAt(schema, error.instancePath) }))
  const details = unique(found.flatMap(({ error, field }) => problemsAt(error, field)))
  if (found.some(({ field }) => field['x-failure'] === 'invalid_address')) {
    return new ApiFailure('invalid_address', { details })
  }
  const message = details.map((problem) => problem.message).join('; ')
  return new ApiFailure('invalid_request', { message, details })
}

function problemsAt(error: CheckError, schema: FieldSchema): InputProblem[] {
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  if (error.keyword === 'required') {
    return missingOf(error.params).map((name) => {
      const field = path === '' ? name : `${path}.${name}`
      const wanted = expectationOf(schema.properties?.[name] ?? {})
      return { field, message: `${field} is missing: it must be ${wanted}` }
    })
  }
  const field = path === '' ? 'body' : path
  const sentence = schema['x-messages']?.[error.keyword]
  return [{ field, message: sentence ?? `${field} must be ${expectationOf(schema)}` }]
}

function missingOf(params: object): string[] {
  return 'requiredProperties' in params ? (params.requiredProperties as string[]) : []
}

function expectationOf(schema: FieldSchema): string {
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  switch (schema.type) {
    case 'integer':
      return `a whole number${rangeOf(schema)}`
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

function rangeOf({ minimum, maximum }: FieldSchema): string {
  if (minimum === undefined) return ''
  return maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`
}

function fieldAt(schema: TSchema, instancePath: string): FieldSchema {
  const steps = instancePath.split('/').slice(1)
  return steps.reduce<FieldSchema>(
    (field, step) => field.properties?.[step] ?? field.items ?? {},
    schema as FieldSchema,
  )
}

function unique(problems: InputProblem[]): InputProblem[] {
  const byMessage = new Map(problems.map((problem) => [problem.message, problem]))
  return [...byMessage.values()]
}
