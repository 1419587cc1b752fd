import type { FieldAnnotation } from '@app/api/schemas/fields.ts'
import { cutToUnits } from '@app/values/cut-text.ts'
import { findTextProblem } from '@app/values/plain-text.ts'
import { distance } from 'fastest-levenshtein'
import type { TSchema } from 'typebox'
import { Check } from 'typebox/value'
import { ApiFailure } from '../api-failure.ts'

/** A schema of a request, as its inputs are walked. */
export type FieldSchema = FieldAnnotation & {
  type?: string
  enum?: readonly unknown[]
  const?: unknown
  minimum?: number
  maximum?: number
  multipleOf?: number
  minItems?: number
  maxItems?: number
  maxLength?: number
  description?: string
  properties?: Record<string, FieldSchema>
  required?: readonly string[]
  items?: FieldSchema
  anyOf?: readonly FieldSchema[]
}

interface InputProblem {
  field: string
  message: string
  schema?: FieldSchema
}

interface Place {
  path: string
  whole: string
}

interface UnknownField {
  name: string
  /** Of the object around it; '' for the whole input. */
  parent: string
  allowed: readonly string[]
  /** It is a field of another shape of a union, of which the value has a field too. */
  isOther?: boolean
}

/**
 * Builds the failure for a value that does not match its schema: which fields, by their paths, and what each must be.
 * `whole` names the value itself.
 */
export function toInputFailure(schema: TSchema, value: unknown, whole = 'body'): ApiFailure {
  const problems = findProblems(schema as FieldSchema, value, { path: '', whole })
  const details = problems.map(({ field, message }) => ({ field, message }))
  const [code] = problems.flatMap((problem) => problem.schema?.['x-failure'] ?? [])
  if (code !== undefined) return new ApiFailure(code, { details })
  const message = details.map((problem) => problem.message).join('; ')
  return new ApiFailure('invalid_request', { message, details })
}

function findProblems(schema: FieldSchema, value: unknown, place: Place): InputProblem[] {
  if (schema.anyOf !== undefined) return findUnionProblems(schema, value, place)
  if (schema.type === 'object') return findObjectProblems(schema, value, place)
  if (schema.type === 'array') return findListProblems(schema, value, place)
  if (isValid(schema, value)) return []
  const text = schema['x-text']
  const sentence = typeof value === 'string' && text ? findTextProblem(value, text) : null
  return [describe(schema, place, sentence)]
}

const isValid = (schema: FieldSchema, value: unknown) => Check(schema as TSchema, value)

function describe(schema: FieldSchema, { path, whole }: Place, sentence?: string | null) {
  const field = path === '' ? whole : path
  return { field, message: sentence ?? `${field} must be ${describeExpected(schema)}`, schema }
}

function findUnionProblems(schema: FieldSchema, value: unknown, place: Place): InputProblem[] {
  const { anyOf: shapes = [] } = schema
  const shape = chooseShape(shapes, value)
  if (shape !== undefined) return findProblems(shape, value, place)
  const name = findNamingField(shapes)
  if (!isObject(value) || name === undefined) return [describe(schema, place)]
  const names = { enum: shapes.flatMap((each) => listNames(each.properties?.[name])) }
  const field = joinPath(place.path, name)
  if (!Object.hasOwn(value, name)) return [describeMissing(field, names)]
  return [describe(names, { ...place, path: field })]
}

/**
 * Returns the shape of a union that a value is meant to have: the one that its naming field chooses, else one of which it
 * has a field. `undefined` when no shape fits.
 */
function chooseShape(shapes: readonly FieldSchema[], value: unknown) {
  if (!isObject(value)) return undefined
  const name = findNamingField(shapes)
  if (name !== undefined) {
    return shapes.find((shape) => listNames(shape.properties?.[name]).includes(value[name]))
  }
  return shapes.find(({ properties = {} }) =>
    Object.keys(properties).some((each) => Object.hasOwn(value, each)),
  )
}

/** Finds the field that every shape of a union has with values of its own, such as `kind`. */
const findNamingField = (shapes: readonly FieldSchema[]): string | undefined =>
  Object.keys(shapes[0]?.properties ?? {}).find((name) =>
    shapes.every(({ properties }) => listNames(properties?.[name]).length > 0),
  )

function findObjectProblems(schema: FieldSchema, value: unknown, place: Place): InputProblem[] {
  if (!isObject(value)) {
    if (place.path === '' && value === undefined) return [describeMissing(place.whole, schema)]
    return [describe(schema, place)]
  }
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = joinPath(place.path, name)
    if (Object.hasOwn(value, name)) return findProblems(field, value[name], { ...place, path })
    return schema.required?.includes(name) ? [describeMissing(path, field)] : []
  })
}

const describeMissing = (field: string, schema: FieldSchema): InputProblem => ({
  field,
  message: `${field} is missing: it must be ${describeExpected(schema)}`,
})

function findListProblems(schema: FieldSchema, value: unknown, place: Place): InputProblem[] {
  if (!Array.isArray(value)) return [describe(schema, place)]
  const { items = {}, minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema
  if (value.length < minItems || value.length > maxItems) {
    const { field, message } = describe(schema, place)
    return [{ field, message: `${message} (it has ${value.length})` }]
  }
  return value.flatMap((one, index) =>
    findProblems(items, one, { ...place, path: joinPath(place.path, index) }),
  )
}

function describeExpected(schema: FieldSchema): string {
  const names = listNames(schema)
  if (names.length > 0) return names.length === 1 ? `'${names[0]}'` : `one of ${names.join(', ')}`
  switch (schema.type) {
    case 'integer':
      return `a whole number${formatRange(schema)}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return `a list${formatLength(schema)}`
    case 'object':
      return `a JSON object with ${listFields(schema).join(', ')}`
    default:
      return schema.description ?? 'text'
  }
}

function formatRange({ minimum, maximum, multipleOf, description }: FieldSchema): string {
  const range = minimum === undefined ? '' : formatBounds(minimum, maximum)
  const multiple = multipleOf === undefined ? '' : `, a multiple of ${multipleOf}`
  return `${range}${multiple}${description === undefined ? '' : ` (${description})`}`
}

const formatBounds = (minimum: number, maximum: number | undefined): string =>
  maximum === undefined ? ` of at least ${minimum}` : ` from ${minimum} to ${maximum}`

function formatLength({ minItems = 0, maxItems, items }: FieldSchema): string {
  const length = maxItems === undefined ? '' : ` of ${minItems} to ${maxItems} entries`
  return items === undefined ? length : `${length}, each ${describeExpected(items)}`
}

const listFields = ({ properties = {}, required = [] }: FieldSchema): string[] =>
  Object.keys(properties).map((name) => (required.includes(name) ? name : `${name} (optional)`))

/** Lists the only values of a field: of a constant or an enumeration. */
const listNames = (field: FieldSchema | undefined): readonly unknown[] =>
  field?.enum ?? (field?.const === undefined ? [] : [field.const])

/** Of longer names only the start is repeated: a key that somebody pasted must not come back, and not fill the answer. */
const MAX_NAME_LENGTH = 32
const START_LENGTH = 8
const MAX_NAMES = 5
/** Typing errors between a name and the one that was meant. */
const MAX_ERRORS = 3

/**
 * Returns the failure that names the fields of an input that its schema does not declare, the ones that were meant, and
 * the declared ones; `null` when there is none. `what` says what such a field is not.
 */
export function findUnknownFieldFailure(
  schema: FieldSchema,
  value: unknown,
  what: string,
): ApiFailure | null {
  const unknown = listUnknownFields(schema, value, '').slice(0, MAX_NAMES)
  if (unknown.length === 0) return null
  const details = unknown.map(({ name, parent, allowed, isOther }) => {
    const field = joinPath(parent, shorten(name))
    if (isOther) {
      return { field, message: `'${field}' cannot be given together with ${allowed.join(', ')}` }
    }
    const near = findNear(name, allowed)
    const meant = near === null ? '' : `: did you mean '${joinPath(parent, near)}'?`
    return { field, message: `'${field}' is not ${what}${meant}` }
  })
  const problems = details.map(({ message }) => message).join('; ')
  const allowed = new Set(unknown.map(formatAllowed))
  const end = problems.endsWith('?') ? '' : '.'
  return new ApiFailure('invalid_request', {
    message: `${problems}${end} ${[...allowed].join(' ')}`,
    details,
  })
}

const shorten = (name: string): string =>
  (name.length > MAX_NAME_LENGTH ? `${cutToUnits(name, START_LENGTH)}…` : name).toWellFormed()

function listUnknownFields(schema: FieldSchema, value: unknown, parent: string): UnknownField[] {
  const { properties, items, anyOf } = schema
  if (anyOf !== undefined) {
    const isKnown = ({ name }: UnknownField) =>
      anyOf.some(({ properties = {} }) => Object.hasOwn(properties, name))
    const isNamed = findNamingField(anyOf) !== undefined
    return listUnknownFields(chooseShape(anyOf, value) ?? {}, value, parent).map((unknown) =>
      isNamed ? unknown : { ...unknown, isOther: unknown.parent === parent && isKnown(unknown) },
    )
  }
  if (items !== undefined && Array.isArray(value)) {
    return value.flatMap((one, index) => listUnknownFields(items, one, joinPath(parent, index)))
  }
  if (properties === undefined || !isObject(value)) return []
  const allowed = Object.keys(properties)
  return Object.entries(value).flatMap(([name, inside]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (field === undefined) return [{ name, parent, allowed }]
    return listUnknownFields(field, inside, joinPath(parent, name))
  })
}

/** Finds the allowed name with the fewest typing errors; `null` when each is another word. */
function findNear(name: string, allowed: readonly string[]): string | null {
  if (name.length > MAX_NAME_LENGTH) return null
  const near = allowed
    .map((each) => ({ each, errors: distance(name.toLowerCase(), each.toLowerCase()) }))
    .filter(({ each, errors }) => errors <= Math.min(MAX_ERRORS, each.length / 2))
    .sort((a, b) => a.errors - b.errors)
  return near[0]?.each ?? null
}

const formatAllowed = ({ parent, allowed }: UnknownField): string =>
  `Allowed${parent === '' ? '' : ` in ${parent}`}: ${allowed.join(', ') || 'none'}.`

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the path of a field inside another, as callers write it: 'wallet.signatures.0.keyId'. */
const joinPath = (path: string, name: string | number): string =>
  path === '' ? String(name) : `${path}.${name}`
