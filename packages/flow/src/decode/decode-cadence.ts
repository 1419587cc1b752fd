import { toAddress } from '@app/values/address.ts'
import { NodeInvalidResponseError } from '../errors.ts'
import {
  createUnexpectedValueError,
  parseArray,
  parseInteger,
  parseNodeJson,
  parseObject,
  parseString,
} from './parse-json-values.ts'

/**
 * Decodes an event payload (base64 of a JSON-CDC event) to fields by name. Throws
 * `NodeInvalidResponseError`.
 */
export function decodeEvent(payload: string): Record<string, unknown> {
  const json = decodeBase64(payload).replace(BYTE, '$1$2')
  return decodeFields(parseObject(parseJson(json), 'an event').value)
}

/**
 * A value of type UInt8, as nodes write every byte of an array. Only the number is left of it before the JSON is parsed,
 * which takes half of the time otherwise. Within a text its quotes would be escaped.
 */
const BYTE =
  /\{"value":"(0|[1-9]\d{0,2})","type":"UInt8"\}|\{"type":"UInt8","value":"(0|[1-9]\d{0,2})"\}/g

/** By the number that was left of one. */
const BYTES = Array.from({ length: 1000 }, (_, number) => BigInt(number))

/**
 * Parses JSON in base64, as nodes send events and script results. Throws
 * `NodeInvalidResponseError`.
 */
export function decodeJson(base64: string): unknown {
  return parseJson(decodeBase64(base64))
}

const decodeBase64 = (base64: string): string => Buffer.from(base64, 'base64').toString('utf8')

function parseJson(text: string): unknown {
  try {
    return parseNodeJson(text)
  } catch {
    throw new NodeInvalidResponseError(
      'The Flow access node answered with base64 that does not contain JSON.',
    )
  }
}

/**
 * Converts a JSON-CDC value (Cadence's JSON data interchange format) to a plain value: integers of
 * every size are bigint; UFix64 and Fix64 are bigint units of 10⁻⁸, the 128-bit fixed points units
 * of 10⁻²⁴; Address is an `Address`; Optional is the value or `null`; Type and Function are the
 * type's identifier; a path is '/domain/identifier'; Array is an array; Dictionary, and every
 * composite by its field names, is a record; an enum case is its raw value; Void is `null`. Throws
 * `NodeInvalidResponseError` on anything that is not JSON-CDC.
 */
export function decodeCadence(json: unknown): unknown {
  return withinStack(() => decodeValue(parseObject(json, 'a Cadence value')))
}

/** Decodes the fields of a composite (an event, a struct, a resource) by name, as `decodeCadence` does. */
function decodeFields(composite: unknown): Record<string, unknown> {
  return withinStack(() => decodeFieldValues(composite))
}

/** The depth of values has no limit in JSON; that of the stack is enough for every value of Cadence. */
function withinStack<T>(decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new NodeInvalidResponseError('A Cadence value is nested too deeply.', { cause: error })
  }
}

function decodeValue(json: unknown): unknown {
  const byte = typeof json === 'number' ? BYTES[json] : undefined
  if (byte !== undefined) return byte
  const { type, value } = parseObject(json, 'a Cadence value')
  const decode = typeof type === 'string' ? DECODERS.get(type) : undefined
  if (decode === undefined) throw createUnexpectedValueError(type, 'a supported Cadence type')
  return decode(value)
}

function decodeFieldValues(composite: unknown): Record<string, unknown> {
  const fields = parseArray(parseObject(composite, 'a Cadence composite').fields, 'its fields')
  return Object.fromEntries(
    fields.map((field) => {
      const { name, value } = parseObject(field, 'a field')
      return [parseString(name, 'a field name'), decodeValue(value)]
    }),
  )
}

type Decode = (value: unknown) => unknown

const SIZES = ['', '8', '16', '32', '64', '128', '256']
const INTEGERS = ['Int', 'UInt', 'Word'].flatMap((kind) => SIZES.map((size) => kind + size))
const COMPOSITES = ['Struct', 'Resource', 'Event', 'Contract', 'Attachment']

const DECODERS: ReadonlyMap<string, Decode> = new Map<string, Decode>([
  ['Void', () => null],
  ['Optional', (value) => (value === null ? null : decodeValue(value))],
  ['Bool', decodeBool],
  ['String', (value) => parseString(value, 'a String')],
  ['Character', (value) => parseString(value, 'a Character')],
  ['Address', decodeAddress],
  ...INTEGERS.map((type): [string, Decode] => [type, decodeInteger]),
  ['UFix64', (value) => parseFixedPoint(parseString(value, 'a UFix64'), 8)],
  ['Fix64', (value) => parseFixedPoint(parseString(value, 'a Fix64'), 8)],
  ['UFix128', (value) => parseFixedPoint(parseString(value, 'a UFix128'), 24)],
  ['Fix128', (value) => parseFixedPoint(parseString(value, 'a Fix128'), 24)],
  ['Array', (value) => parseArray(value, 'an Array').map(decodeValue)],
  ['Dictionary', decodeDictionary],
  ...COMPOSITES.map((type): [string, Decode] => [type, decodeFieldValues]),
  ['Enum', (value) => decodeFieldValues(value).rawValue],
  ['InclusiveRange', decodeRange],
  ['Path', decodePath],
  ['Type', (value) => toTypeIdentifier(parseObject(value, 'a Type').staticType)],
  ['Function', (value) => toTypeIdentifier(parseObject(value, 'a Function').functionType)],
  ['Capability', decodeCapability],
])

function decodeBool(value: unknown): boolean {
  if (typeof value !== 'boolean') throw createUnexpectedValueError(value, 'a Bool')
  return value
}

function decodeInteger(value: unknown): bigint {
  const text = parseString(value, 'an integer')
  if (!/^-?\d+$/.test(text)) throw new NodeInvalidResponseError(`'${text}' is not an integer.`)
  return BigInt(text)
}

function decodeAddress(value: unknown): string {
  const text = parseString(value, 'an Address')
  try {
    return toAddress(text)
  } catch {
    throw new NodeInvalidResponseError(`'${text}' is not an Address.`)
  }
}

function decodeDictionary(value: unknown): Record<string, unknown> {
  return Object.fromEntries(
    parseArray(value, 'a Dictionary').map((entry) => {
      const pair = parseObject(entry, 'a Dictionary entry')
      return [formatKey(decodeValue(pair.key)), decodeValue(pair.value)]
    }),
  )
}

/** Keys are numbers, texts, addresses, paths, types and enum cases: none is a record. */
function formatKey(key: unknown): string {
  if (typeof key === 'object') throw createUnexpectedValueError(null, 'a key of a Dictionary')
  return String(key)
}

function decodeRange(value: unknown): Record<string, unknown> {
  const { start, end, step } = parseObject(value, 'an InclusiveRange')
  return { start: decodeValue(start), end: decodeValue(end), step: decodeValue(step) }
}

function decodePath(value: unknown): string {
  const { domain, identifier } = parseObject(value, 'a Path')
  return `/${parseString(domain, 'a path domain')}/${parseString(identifier, 'a path identifier')}`
}

function decodeCapability(value: unknown): Record<string, unknown> {
  const { address, id, borrowType } = parseObject(value, 'a Capability')
  return {
    address: decodeAddress(address),
    id: decodeInteger(id),
    borrowType: toTypeIdentifier(borrowType),
  }
}

const FIXED_POINT = /^(-?)(\d+)\.(\d+)$/

/**
 * Parses a fixed-point text such as '-1.50000000' to units of its last decimal, given their number.
 * Throws `NodeInvalidResponseError`.
 */
function parseFixedPoint(text: string, decimals: number): bigint {
  const [, sign, whole, fraction = ''] = FIXED_POINT.exec(text) ?? []
  if (whole === undefined || fraction.length > decimals) {
    throw new NodeInvalidResponseError(
      `'${text}' is not a fixed-point number of ${decimals} decimals.`,
    )
  }
  const units = BigInt(whole + fraction.padEnd(decimals, '0'))
  return sign === '-' ? -units : units
}

/**
 * Returns the identifier of a type in JSON-CDC, equal to Cadence's `Type.identifier`, such as
 * 'A.0ae53cb6e3f42a79.FlowToken.Vault' or '[UInt8]'; '' for a type that no longer exists.
 */
export function toTypeIdentifier(json: unknown): string {
  if (typeof json === 'string') return json
  const type = parseObject(json, 'a type')
  if (typeof type.typeID === 'string') return type.typeID
  const kind = parseString(type.kind, 'the kind of a type')
  return FORMAT_BY_KIND.get(kind)?.(type) ?? kind
}

/** Returns whether a type contains an authorized reference (`auth(…)`). */
export function hasEntitlement(identifier: string): boolean {
  return identifier.includes('auth(')
}

type Format = (type: Record<string, unknown>) => string

const FORMAT_BY_KIND: ReadonlyMap<string, Format> = new Map<string, Format>(
  Object.entries({
    Optional: ({ type }) => `${toTypeIdentifier(type)}?`,
    VariableSizedArray: ({ type }) => `[${toTypeIdentifier(type)}]`,
    ConstantSizedArray: ({ type, size }) =>
      `[${toTypeIdentifier(type)};${parseInteger(size, 'the size of an array')}]`,
    Dictionary: ({ key, value }) => `{${toTypeIdentifier(key)}:${toTypeIdentifier(value)}}`,
    InclusiveRange: ({ element }) => `InclusiveRange<${toTypeIdentifier(element)}>`,
    Capability: ({ type }) =>
      type === '' ? 'Capability' : `Capability<${toTypeIdentifier(type)}>`,
    Reference: ({ type, authorization }) =>
      `${formatEntitlements(authorization)}&${toTypeIdentifier(type)}`,
  } satisfies Record<string, Format>),
)

function formatEntitlements(json: unknown): string {
  if (json === undefined) return ''
  const authorization = parseObject(json, 'an authorization')
  const ids = parseArray(authorization.entitlements, 'entitlements').map(toTypeIdentifier)
  if (ids.length === 0) return ''
  const separator = authorization.kind === 'EntitlementDisjunctionSet' ? '|' : ','
  const mapping = authorization.kind === 'EntitlementMapAuthorization' ? 'mapping ' : ''
  return `auth(${mapping}${ids.join(separator)})`
}
