import { parseArray, parseInteger, parseObject, parseString } from './parse-json-values.ts'

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
