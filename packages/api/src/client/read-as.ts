import type { Static, TSchema } from 'typebox'

/** The keywords of a schema that are read; a built web app has nothing else of it. */
interface Shape {
  type?: string
  const?: unknown
  enum?: readonly string[]
  anyOf?: readonly Shape[]
  minimum?: number
  maximum?: number
  pattern?: string
  format?: string
  items?: Shape
  properties?: Readonly<Record<string, Shape>>
  patternProperties?: Readonly<Record<string, Shape>>
  required?: readonly string[]
  'x-open'?: true
  'x-unix'?: true
  'x-absent'?: Json
}

/** All keywords of schemas that `readAs` reads. */
export const READ_KEYWORDS: readonly string[] = Object.keys({
  type: true,
  const: true,
  enum: true,
  anyOf: true,
  minimum: true,
  maximum: true,
  pattern: true,
  format: true,
  items: true,
  properties: true,
  patternProperties: true,
  required: true,
  'x-open': true,
  'x-unix': true,
  'x-absent': true,
} satisfies Record<keyof Shape, true>)

type Json = Record<string, unknown>

/** What is called for each row of a list that cannot be read. */
type RowListener = (row: unknown) => void

/**
 * Reads JSON that should have the shape of `schema` generously; undefined where it cannot be read. Numbers and booleans
 * may be texts and texts numbers, letters of any case where the schema fixes it, times in any usual form; fields that an
 * object may lack, and rows of a list, are left out where they cannot be read. Fields that the schema does not name are
 * kept.
 */
export function readAs<S extends TSchema>(
  schema: S,
  value: unknown,
  onUnreadableRow: RowListener = () => {},
): Static<S> | undefined {
  return read(schema, value, onUnreadableRow) as Static<S> | undefined
}

type Reader = (shape: Shape, value: unknown, onRow: RowListener) => unknown

const read: Reader = (shape, value, onRow) => {
  if (shape.anyOf !== undefined) return readUnion(shape.anyOf, value, onRow)
  if (shape.enum !== undefined) return readWord(shape, value)
  if (shape.const !== undefined) return value === shape.const ? value : undefined
  const reader = shape.type === undefined ? undefined : READERS[shape.type]
  return reader === undefined ? value : reader(shape, value, onRow)
}

function readUnion(shapes: readonly Shape[], value: unknown, onRow: RowListener): unknown {
  const readings = shapes.map((one) => read(one, value, onRow))
  const isExact = value !== undefined && readings.includes(value)
  return isExact ? value : readings.find((one) => one !== undefined)
}

/** A word of a fixed list in any case; any other word where the list is open. */
function readWord({ enum: words = [], 'x-open': isOpen }: Shape, value: unknown) {
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  const known = words.find((word) => word.toLowerCase() === text.toLowerCase())
  return known ?? (isOpen ? text : undefined)
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

/** How far a computed number may be beyond its limits. */
const ROUNDING = 1e-9

function readNumber(shape: Shape, value: unknown): number | undefined {
  const { type, minimum = -Infinity, maximum = Infinity } = shape
  if (shape['x-unix']) return readUnixSeconds(value)
  const number = typeof value === 'string' && NUMBER.test(value.trim()) ? Number(value) : value
  if (typeof number !== 'number') return undefined
  const near = Math.min(Math.max(number, minimum), maximum)
  if (Math.abs(near - number) > ROUNDING) return undefined
  const isFit = type === 'integer' ? Number.isSafeInteger(near) : Number.isFinite(near)
  return isFit ? near : undefined
}

const readUnixSeconds = (value: unknown): number | undefined => {
  const time = readTime(String(value))
  return time === undefined ? undefined : Math.floor(Date.parse(time) / 1000)
}

const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

function readText({ format, pattern }: Shape, value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return undefined
  if (format === 'date-time') return readTime(text.trim())
  if (format === 'uri' && !URL.canParse(text)) return undefined
  if (pattern === undefined) return text
  return [text, text.trim(), text.trim().toLowerCase()].find((one) => new RegExp(pattern).test(one))
}

const DATE_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?$/i

/** As of HTTP and of `Date`: 'Sun, 01 Mar 2026 12:00:00 GMT'. */
const WEEKDAY_TIME = /^(?:sun|mon|tue|wed|thu|fri|sat),? .*\d{4}/i

/** Below it, a Unix time is in seconds; above, in milliseconds. */
const MAX_SECONDS = 1e11

/** Returns a time of ISO 8601 as it is, and any other as one; a day, or a time without a zone, is of UTC. */
function readTime(text: string): string | undefined {
  const unixTime = readNumber({}, text)
  if (unixTime !== undefined) return toIso(unixTime * (unixTime < MAX_SECONDS ? 1000 : 1))
  if (WEEKDAY_TIME.test(text)) return toIso(text)
  const [, day, clock = '00:00', zone = 'Z'] = DATE_TIME.exec(text) ?? []
  const isoTime = day && toIso(`${day}T${clock}${zone.replace(/^(...)(\d\d)$/, '$1:$2')}`)
  return isoTime && /T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : isoTime
}

function toIso(time: number | string): string | undefined {
  const date = new Date(time)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

function readRows({ items = {} }: Shape, rows: unknown, onRow: RowListener): unknown {
  if (!Array.isArray(rows)) return undefined
  return rows.flatMap((row) => {
    const reading = read(items, row, onRow)
    if (reading === undefined) onRow(row)
    return reading === undefined ? [] : [reading]
  })
}

/** Null where a field may be absent is the same as no field. */
function readFields(shape: Shape, value: unknown, onRow: RowListener): Json | undefined {
  if (!isObject(value)) return undefined
  const { properties = {}, patternProperties, required = [], 'x-absent': absent = {} } = shape
  const [others] = Object.values(patternProperties ?? {})
  const fields = others === undefined ? properties : mapKeys(value, others)
  const result = { ...value }
  for (const [name, field] of Object.entries(fields)) {
    const reading = read(field, value[name], onRow)
    if (reading !== undefined) result[name] = reading
    else if (name in absent) result[name] = absent[name]
    else if (required.includes(name)) return undefined
    else delete result[name]
  }
  return result
}

const mapKeys = (value: Json, shape: Shape) =>
  Object.fromEntries(Object.keys(value).map((name) => [name, shape]))

const READERS: Readonly<Record<string, Reader>> = {
  integer: readNumber,
  number: readNumber,
  string: readText,
  boolean: (_, value) => BOOLEANS.get(String(value).trim().toLowerCase()),
  null: (_, value) => (value === null ? null : undefined),
  array: readRows,
  object: readFields,
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
