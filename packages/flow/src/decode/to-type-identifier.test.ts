import { expect, test } from 'vitest'
import { NodeInvalidResponseError } from '../errors.ts'
import { hasEntitlement, toTypeIdentifier } from './to-type-identifier.ts'

const int = { kind: 'Int' }
const vault = { kind: 'Resource', typeID: 'A.0ae53cb6e3f42a79.FlowToken.Vault', fields: [] }
const entitled = (kind: string, ...ids: string[]) => ({
  kind: 'Reference',
  type: { kind: 'Account' },
  authorization: { kind, entitlements: ids.map((typeID) => ({ kind: 'Entitlement', typeID })) },
})

test.each([
  ['', ''],
  [int, 'Int'],
  [vault, 'A.0ae53cb6e3f42a79.FlowToken.Vault'],
  [{ kind: 'Optional', type: vault }, 'A.0ae53cb6e3f42a79.FlowToken.Vault?'],
  [{ kind: 'VariableSizedArray', type: int }, '[Int]'],
  [{ kind: 'ConstantSizedArray', type: int, size: 3 }, '[Int;3]'],
  [{ kind: 'Dictionary', key: int, value: vault }, '{Int:A.0ae53cb6e3f42a79.FlowToken.Vault}'],
  [{ kind: 'InclusiveRange', element: int }, 'InclusiveRange<Int>'],
  [{ kind: 'Capability', type: int }, 'Capability<Int>'],
  [{ kind: 'Capability', type: '' }, 'Capability'],
  [entitled('Unauthorized'), '&Account'],
  [entitled('EntitlementConjunctionSet', 'Storage', 'Keys'), 'auth(Storage,Keys)&Account'],
  [entitled('EntitlementDisjunctionSet', 'Storage', 'Keys'), 'auth(Storage|Keys)&Account'],
  [entitled('EntitlementMapAuthorization', 'Identity'), 'auth(mapping Identity)&Account'],
  [{ kind: 'Intersection', typeID: '{A.1.B.C}', types: [] }, '{A.1.B.C}'],
])('%j has the identifier %s', (json, identifier) => {
  expect(toTypeIdentifier(json)).toBe(identifier)
})

test('a kind is no name of JavaScript', () => {
  expect(toTypeIdentifier({ kind: 'constructor' })).toBe('constructor')
})

test.each([null, 7, {}, { kind: 1 }, { kind: 'Optional' }])('rejects %j', (json) => {
  expect(() => toTypeIdentifier(json)).toThrow(NodeInvalidResponseError)
})

test.each([
  ['&Account', false],
  ['auth(Storage,Keys)&Account', true],
  ['&Capability<auth(A.1.B.Withdraw)&A.1.B.Vault>', true],
  ['Capability<&A.1.B.Authority>', false],
])('%s contains an entitlement: %s', (identifier, expected) => {
  expect(hasEntitlement(identifier)).toBe(expected)
})
