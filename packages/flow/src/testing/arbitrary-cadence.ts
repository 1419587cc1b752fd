import fc from 'fast-check'

/** Objects that behave otherwise than JSON does: what reads them must not call them. */
const strangeObject = fc.constantFrom(
  { toString: 1, valueOf: 1 },
  JSON.parse('{"__proto__":{"type":"Void"}}'),
  { length: 3 },
)

/** Any JSON that a node might answer with. */
export const anyJson: fc.Arbitrary<unknown> = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  strangeObject,
  fc.constantFrom(null, '', '0x', '-', '1e5', '0.1', 'constructor', '__proto__', 1e21, -1),
)

const CADENCE_TYPES = [
  ...['Void', 'Optional', 'Bool', 'String', 'Character', 'Address', 'Int', 'UInt8', 'Word256'],
  ...['UFix64', 'Fix64', 'UFix128', 'Fix128', 'Array', 'Dictionary', 'Struct', 'Resource', 'Event'],
  ...['Enum', 'InclusiveRange', 'Path', 'Type', 'Function', 'Capability', 'constructor', 'Other'],
]

const TYPE_KINDS = [
  ...['Optional', 'VariableSizedArray', 'ConstantSizedArray', 'Dictionary', 'InclusiveRange'],
  ...['Capability', 'Reference', 'Struct', 'constructor', 'toString', '__defineGetter__', 'UInt8'],
]

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom('1', '-1', '1.00000000', '0.1', '0xf8d6e0586b0a20c7', 'f8d6e0586b0a20c7'),
)

/** JSON-CDC with parts that are wrong. */
export const { value: almostCadence, staticType: almostType } = fc.letrec<{
  value: unknown
  content: unknown
  field: unknown
  entry: unknown
  staticType: unknown
}>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    anyJson,
    fc.record(
      { type: fc.constantFrom(...CADENCE_TYPES), value: tie('content') },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constantFrom(...CADENCE_TYPES), value: text }),
  ),
  content: fc.oneof(
    { depthSize: 'small' },
    anyJson,
    text,
    tie('value'),
    fc.array(fc.oneof(tie('value'), tie('entry')), { maxLength: 3 }),
    fc.record({ id: text, fields: fc.array(tie('field'), { maxLength: 3 }) }),
    fc.record({ staticType: tie('staticType'), functionType: tie('staticType') }),
    fc.record({ start: tie('value'), end: tie('value'), step: tie('value') }),
    fc.record({ address: text, id: text, borrowType: tie('staticType') }),
    fc.record({ domain: text, identifier: text }),
  ),
  field: fc.oneof(anyJson, fc.record({ name: fc.oneof(text, anyJson), value: tie('value') })),
  entry: fc.oneof(anyJson, fc.record({ key: tie('value'), value: tie('value') })),
  staticType: fc.oneof(
    { depthSize: 'small' },
    anyJson,
    text,
    fc.record({ typeID: text }),
    fc.record({
      kind: fc.constantFrom(...TYPE_KINDS),
      type: tie('staticType'),
      key: tie('staticType'),
      value: tie('staticType'),
      element: tie('staticType'),
      size: anyJson,
      authorization: fc.oneof(
        anyJson,
        fc.record({ kind: text, entitlements: fc.array(tie('staticType'), { maxLength: 2 }) }),
      ),
    }),
  ),
}))
