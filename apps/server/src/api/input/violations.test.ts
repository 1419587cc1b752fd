import { ROUTES } from '@app/api/routes/routes.ts'
import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'
import { ApiFailure } from '../api-failure.ts'
import { type FieldSchema, joinPath } from './to-input-failure.ts'
import { compileValidator } from './validate-input.ts'

/** A value that breaks one rule of a schema, the path of the field, and what its message must say. */
interface Violation {
  what: string
  value: unknown
  path: string
  says: readonly string[]
}

/** A value that a schema accepts, with every optional field. */
function buildValid(schema: FieldSchema): unknown {
  const { type, enum: names, anyOf, items, properties, minimum = 0 } = schema
  if (schema.const !== undefined) return schema.const
  if (names !== undefined) return names[0]
  if (anyOf !== undefined) return buildValid(anyOf[0] ?? {})
  if (type === 'object') {
    const fields = Object.entries(properties ?? {})
    return Object.fromEntries(fields.map(([name, field]) => [name, buildValid(field)]))
  }
  if (type === 'array') return [buildValid(items ?? {})]
  if (type === 'boolean') return true
  if (type === 'integer') return minimum
  return buildValidText(schema)
}

const TEXTS = [
  ...[
    '0x179b6b1cb6755e31',
    `0x${'7'.repeat(40)}`,
    `0x${'7'.repeat(64)}`,
    `${'7'.repeat(16)}.0123456789ab`,
    ...[8, 24, 64, 80, 128].map((length) => 'a'.repeat(length)),
    '1',
    '1.0123456789ab',
    '1-1-1-1.0123456789ab',
    'https://a.example',
  ],
  ...['proposals,wallets', 'rhythm'],
]

function buildValidText(schema: FieldSchema): string {
  const text = schema['x-text']
  if (text !== undefined) return 'x'.repeat(text.minimum)
  const { pattern } = schema as { pattern?: string }
  const found = TEXTS.find((each) => new RegExp(pattern ?? '', 'u').test(each))
  if (found === undefined) throw new Error(`no text for ${pattern}`)
  return found
}

function listViolations(schema: FieldSchema, path: string): Violation[] {
  if (schema.anyOf !== undefined) return listUnionViolations(schema, path)
  switch (schema.type) {
    case 'object':
      return listObjectViolations(schema, path)
    case 'array':
      return listListViolations(schema, path)
    case 'integer':
      return listIntegerViolations(schema, path)
    case 'boolean':
      return breakBy(path, ['true', 1, null], ['true or false'])
    default:
      return listTextViolations(schema, path)
  }
}

const breakBy = (path: string, values: unknown[], says: readonly string[]): Violation[] =>
  values.map((value) => ({ what: JSON.stringify(value).slice(0, 30), value, path, says }))

function listObjectViolations(schema: FieldSchema, path: string): Violation[] {
  const { properties = {}, required = [] } = schema
  const valid = buildValid(schema) as Record<string, unknown>
  const names = Object.keys(properties)
  const without = (name: string) =>
    Object.fromEntries(Object.entries(valid).filter(([each]) => each !== name))
  const more = (name: string) => ({ ...valid, [name]: 1 })
  return [
    ...breakBy(path, [7, 'text', [], null], ['a JSON object with', ...names]),
    ...required.map((name) => ({
      what: `without ${name}`,
      value: without(name),
      path: joinPath(path, name),
      says: ['is missing: it must be '],
    })),
    ...['colour', '__proto__', 'constructor'].map((name) => ({
      what: `with ${name}`,
      value: JSON.parse(`{${JSON.stringify(valid).slice(1, -1)},"${name}":1}`),
      path: joinPath(path, name),
      says: ['is not a field of this body', 'Allowed', ...names],
    })),
    ...names
      .filter((name) => name.length > 4)
      .map((name) => ({
        what: `with ${name.slice(0, -1)}`,
        value: more(name.slice(0, -1)),
        path: joinPath(path, name.slice(0, -1)),
        says: [`did you mean '${joinPath(path, name)}'?`],
      })),
    ...Object.entries(properties).flatMap(([name, field]) =>
      listViolations(field, joinPath(path, name)).map((one) => ({
        ...one,
        value: { ...valid, [name]: one.value },
      })),
    ),
  ]
}

function listListViolations({ items = {}, ...schema }: FieldSchema, path: string): Violation[] {
  const { minItems = 0, maxItems } = schema
  const valid = buildValid(items)
  const fill = (length: number) => Array.from({ length }, () => valid)
  const lengths = [
    ...(minItems > 0 ? [minItems - 1] : []),
    ...(maxItems === undefined ? [] : [maxItems + 1]),
  ]
  const range = `a list of ${minItems} to ${maxItems} entries`
  return [
    ...breakBy(path, [{}, 'text', null], [range]),
    ...lengths.map((length) => ({
      what: `${length} entries`,
      value: fill(length),
      path,
      says: [range, `it has ${length}`],
    })),
    ...listViolations(items, joinPath(path, 0)).map((one) => ({ ...one, value: [one.value] })),
  ]
}

function listIntegerViolations(schema: FieldSchema, path: string): Violation[] {
  const { minimum, maximum, multipleOf } = schema
  const says = [
    'a whole number',
    ...[minimum, maximum].filter((each) => each !== undefined).map(String),
  ]
  return [
    ...breakBy(path, ['x', 1.5, null, true], says),
    ...(minimum === undefined ? [] : breakBy(path, [minimum - 1], says)),
    ...(maximum === undefined ? [] : breakBy(path, [maximum + (multipleOf ?? 1)], says)),
    ...(multipleOf === undefined
      ? []
      : breakBy(path, [1], [...says, `a multiple of ${multipleOf}`])),
  ]
}

function listTextViolations(schema: FieldSchema, path: string): Violation[] {
  const text = schema['x-text']
  if (text !== undefined) {
    const { minimum, maximum } = text
    const padded = 'x'.repeat(minimum)
    return [
      ...breakBy(path, [7, null], [`${minimum} to ${maximum} visible characters`]),
      ...breakBy(path, ['x'.repeat(minimum - 1)], [`at least ${minimum}`]),
      ...breakBy(path, ['x'.repeat(maximum + 1)], [`at most ${maximum}`]),
      ...breakBy(path, [`${padded}\ud800`], ['the lone surrogate U+D800']),
      ...breakBy(path, [`${padded}\u202ex`], ['U+202E']),
      ...breakBy(path, [`${padded} evil.com`], ["'evil.com'"]),
      ...breakBy(path, [' '.repeat(minimum), '\u2800'.repeat(minimum)], [`at least ${minimum}`]),
    ]
  }
  const names = schema.enum ?? (schema.const === undefined ? undefined : [schema.const])
  if (names !== undefined) return breakBy(path, ['no such', 7, null], names.map(String))
  const { maxLength } = schema
  const longer = `${buildValidText(schema)}${'a'.repeat(maxLength ?? 0)}`
  return [
    ...breakBy(path, [7, null, ' ', '\ud800'], [schema.description ?? 'no description']),
    ...(maxLength === undefined ? [] : breakBy(path, [longer], [String(maxLength)])),
  ]
}

function listUnionViolations({ anyOf = [] }: FieldSchema, path: string): Violation[] {
  const fields = anyOf.flatMap(({ properties = {} }) => Object.keys(properties))
  const kind = joinPath(path, 'kind')
  const isNamed = fields.includes('kind')
  // Without its only field a value is of no shape, and with another kind of another one.
  const inside = anyOf
    .flatMap((shape) => listViolations(shape, path))
    .filter((one) => one.path !== path && one.path !== kind)
    .filter(({ what }) => isNamed || !what.startsWith('without '))
  const says = ['one of proposal, vote', 'owner statement']
  const unnamed = isNamed
    ? [
        { what: 'no kind', value: {}, path: kind, says: ['is missing', ...says] },
        { what: 'another kind', value: { kind: 'x' }, path: kind, says },
      ]
    : [{ what: 'no shape', value: {}, path, says: fields }]
  return [...breakBy(path, [7, null, 'text', []], fields), ...unnamed, ...inside]
}

const PARTS = ROUTES.flatMap((route) =>
  (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part]
    return schema === undefined ? [] : [[`${part} of ${route.operationId}`, part, schema] as const]
  }),
)

/** What a client can send in a URL: text. */
const isSendable = (part: string, { value, path }: Violation, schema: FieldSchema): boolean => {
  if (part === 'body') return true
  const field = (value as Record<string, unknown>)?.[path]
  return path in (schema.properties ?? {}) && typeof field === 'string'
}

const HTTP_PARTS = { params: 'params', query: 'querystring', body: 'body' }

function validate(
  part: keyof typeof HTTP_PARTS,
  schema: TSchema,
  value: unknown,
): ApiFailure | null {
  const check = compileValidator({
    schema,
    httpPart: HTTP_PARTS[part],
    method: 'POST',
    url: '/',
  })
  const { error } = check(value) as { error?: unknown }
  return error instanceof ApiFailure ? error : null
}

it.each(PARTS)('the %s are taken as they should be, and refused by name', (_, part, schema) => {
  const valid = buildValid(schema as FieldSchema)
  expect(validate(part, schema, part === 'body' ? valid : mapToText(valid))).toBeNull()
  const violations = listViolations(schema as FieldSchema, '')
    .map((one) => ({ ...one, isWhole: one.path === '' }))
    .filter((one) => isSendable(part, one, schema as FieldSchema))
  for (const { value, path, what, says, isWhole } of violations) {
    const failure = validate(part, schema, value)
    const field = isWhole ? 'body' : path
    const details = failure?.details as { field: string; message: string }[]
    expect(
      details.map((each) => each.field),
      `${path} ${what}`,
    ).toEqual([field])
    const isSpecified = failure?.code !== 'invalid_request'
    const message = isSpecified ? String(details[0]?.message) : String(failure?.message)
    expect(message.toLowerCase(), what).toContain(field.toLowerCase())
    for (const words of says) expect(message, what).toContain(words)
  }
})

const mapToText = (value: unknown) =>
  Object.fromEntries(Object.entries(value as object).map(([name, each]) => [name, String(each)]))
