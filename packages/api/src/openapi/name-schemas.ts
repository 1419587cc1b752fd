import { MAX_TEXT_BYTES, type TextLimits } from '@app/values/limits.ts'

/** An object of the OpenAPI document. */
type Json = Record<string, unknown>

interface Body {
  content?: Record<string, { schema: Json }>
}

/** A call or a webhook, as @fastify/swagger builds it from schemas. */
interface Operation {
  operationId: string
  parameters?: { in: string; schema: unknown }[]
  requestBody?: Body
  responses: Record<string, Body>
}

/** The parts of an OpenAPI document that have schemas. */
export interface DocumentParts {
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Json }
}

/**
 * Names the schemas of a document in place: those that carry a title, and those of which generated clients make types,
 * become components. Throws when two have the same name.
 */
export function nameSchemas({ paths, webhooks, components }: DocumentParts): void {
  components.schemas = {}
  const toReference = createNaming(components.schemas)
  for (const item of [...Object.values(paths), ...Object.values(webhooks)]) {
    for (const operation of Object.values(item)) nameOperation(operation, toReference)
  }
}

/** Generated clients take parameters in this order. */
const PARAMETER_ORDER = ['path', 'query', 'header']

function nameOperation(operation: Operation, toReference: ToReference): void {
  const { operationId, parameters = [], requestBody, responses } = operation
  const name = toPascalCase(operationId)
  operation.parameters = parameters
    .map((parameter) => ({ ...parameter, schema: toReference(parameter.schema) }))
    .sort((a, b) => PARAMETER_ORDER.indexOf(a.in) - PARAMETER_ORDER.indexOf(b.in))
  nameBody(requestBody, (schema) => toReference(schema, `${name}Body`))
  for (const response of Object.values(responses)) {
    nameBody(response, (schema) => toReference(schema, `${name}Result`))
  }
}

/** An envelope around `data` has no name of its own. */
function nameBody({ content = {} }: Body = {}, nameSchema: (schema: unknown) => unknown): void {
  for (const media of Object.values(content)) {
    const { properties } = media.schema as { properties?: Json }
    media.schema = (
      properties?.data === undefined
        ? nameSchema(media.schema)
        : { ...media.schema, properties: mapValues(properties, nameSchema) }
    ) as Json
  }
}

const mapValues = (object: Json, change: (value: unknown) => unknown): Json =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))

type ToReference = (schema: unknown, name?: string) => unknown

/**
 * Returns a function that copies a schema, with references to `components` for those that carry a title. Generated
 * clients need a type of each object with fields, of each choice and union: those without a title are named after their
 * path, which begins with `name`.
 */
function createNaming(components: Json): ToReference {
  const toReference = (schema: unknown, path = ''): unknown => {
    if (Array.isArray(schema)) return schema.map((item) => toReference(item, path))
    if (typeof schema !== 'object' || schema === null) return schema
    const plain = toPlainKeywords(schema as Json)
    const { title } = plain
    const name = typeof title === 'string' ? title : path
    const copy = Object.fromEntries(
      Object.entries(plain).map(([key, value]) => [
        key,
        toReference(value, name && nameInside(name, key)),
      ]),
    )
    return name !== '' && (name === title || needsName(copy)) ? addComponent(name, copy) : copy
  }
  const addComponent = (name: string, schema: Json): Json => {
    const known = components[name] ?? schema
    if (JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`Two schemas have the name ${name}: give one of them another title.`)
    }
    components[name] = schema
    return { $ref: `#/components/schemas/${name}` }
  }
  return toReference
}

export const toPascalCase = (name: string) =>
  name.replace(/(?:^|[^A-Za-z0-9]+)(\w?)/g, (_, first: string) => first.toUpperCase())

/** Returns the name of the schema at `key` of another: of an item, that of its list without the plural. */
function nameInside(name: string, key: string): string {
  if (key === 'items') return name.replace(/s$/, '')
  return key === 'properties' || key === 'anyOf' ? name : name + toPascalCase(key)
}

function needsName({ properties, enum: choices, anyOf }: Json): boolean {
  const members = Array.isArray(anyOf) ? anyOf.filter((member) => '$ref' in member) : []
  return properties !== undefined || choices !== undefined || members.length > 1
}

/** Returns a schema in the keywords that generators of clients know, without those of this project. */
function toPlainKeywords(schema: Json): Json {
  const { type, maximum = Number.MAX_SAFE_INTEGER, 'x-text': limits } = schema
  return {
    ...Object.fromEntries(Object.entries(schema).filter(([name]) => !name.startsWith('x-'))),
    ...(limits !== undefined && toTextKeywords(limits as TextLimits)),
    ...(type === 'integer' && Number(maximum) > MAX_INT32 && { format: 'int64' }),
  }
}

/** A client may read an integer without a format into 32 bits; a time in milliseconds has 41. */
const MAX_INT32 = 2 ** 31 - 1

/**
 * What JSON Schema can say of a text of a person before it is normalized: a code point is at most one visible character,
 * and at least one byte. Without halves of characters, which some validators refuse in patterns.
 */
const toTextKeywords = ({ minimum }: TextLimits) => ({
  minLength: minimum,
  maxLength: MAX_TEXT_BYTES,
  pattern: '^[^\\u0000-\\u0008\\u000E-\\u001F\\u007F-\\u0084\\u0086-\\u009F]*$',
})
