import { describe, expect, it } from 'vitest'
import { findRepeatedField } from './create-file-format.ts'

describe('a field of a JSON text', () => {
  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['[{"b":{"c":1, "d":[{"c":2}] , "c" :3}}]', 'c'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"\\"":"{","\\"":"}"}', '"'],
    [`{"x":"${'\\\\'.repeat(1_000_000)}","x":1}`, 'x'],
  ])('is found when it is repeated', (json, name) => {
    expect(findRepeatedField(json)).toBe(name)
  })

  it.each([
    '{"a":{"a":[{"a":1},{"a":"a"},"a"]},"b":1}',
    '{"a":"\\"a\\":","b":"}{"}',
    '["a","a"]',
    '{}',
  ])('may have the same name as one of another object: %s', (json) => {
    expect(findRepeatedField(json)).toBeNull()
  })
})
