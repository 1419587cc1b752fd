import { listOf, recordOf, textOf } from './json-shape.ts'

/**
 * Identifier of a type in JSON-CDC, as Cadence's own `Type.identifier` writes it, such as
 * 'A.0ae53cb6e3f42a79.FlowToken.Vault' or '[UInt8]'; '' for a type that is not known any more.
 */
export function typeIdentifier(json: unknown): string {
  if (typeof json === 'string') return json
  const type = recordOf(json, 'a type')
  if (typeof type.typeID === 'string') return type.typeID
  const kind = textOf(type.kind, 'the kind of a type')
  return CONSTRUCTED[kind]?.(type) ?? kind
}

/** Whether a type holds, anywhere in it, a reference that may do more than everybody may. */
export function hasEntitlement(identifier: string): boolean {
  return identifier.includes('auth(')
}

const CONSTRUCTED: Readonly<Record<string, (type: Record<string, unknown>) => string>> = {
  Optional: ({ type }) => `${typeIdentifier(type)}?`,
  VariableSizedArray: ({ type }) => `[${typeIdentifier(type)}]`,
  ConstantSizedArray: ({ type, size }) => `[${typeIdentifier(type)};${size}]`,
  Dictionary: ({ key, value }) => `{${typeIdentifier(key)}:${typeIdentifier(value)}}`,
  InclusiveRange: ({ element }) => `InclusiveRange<${typeIdentifier(element)}>`,
  Capability: ({ type }) => (type === '' ? 'Capability' : `Capability<${typeIdentifier(type)}>`),
  Reference: ({ type, authorization }) => `${entitlements(authorization)}&${typeIdentifier(type)}`,
}

function entitlements(json: unknown): string {
  if (json === undefined) return ''
  const authorization = recordOf(json, 'an authorization')
  const ids = listOf(authorization.entitlements, 'entitlements').map(typeIdentifier)
  if (ids.length === 0) return ''
  const separator = authorization.kind === 'EntitlementDisjunctionSet' ? '|' : ','
  const mapping = authorization.kind === 'EntitlementMapAuthorization' ? 'mapping ' : ''
  return `auth(${mapping}${ids.join(separator)})`
}
