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
