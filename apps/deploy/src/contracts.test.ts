import { expect, test } from 'vitest'
import { describeDifference, parseCadenceErrors } from './contracts.ts'

/** The response of an emulator. */
const REJECTED_UPDATE = `Invalid Flow argument: [Error Code: 1101] error caused by: 1 error occurred:
	* [Error Code: 1101] cadence runtime error: Execution failed:
error: cannot deploy invalid contract
 --> ec94a412efa8395ed12385ae0ad15544966f22818e674d8ce887974d97f3be13:3:2
  |
3 |   acct.contracts.update(name: name, code: code.utf8)
  |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

error: mismatching field \`x\` in \`Foo\`
 --> f8d6e0586b0a20c7.Foo:1:46
  |
1 | access(all) contract Foo { access(all) let x: String
  |                                               ^^^^^^ incompatible types. expected \`Int\`, found \`String\`

error: missing cases in enum \`E\`: expected 2 or more, found 1
 --> f8d6e0586b0a20c7.Foo:2:18
  |
2 |  access(all) enum E: UInt8 {  access(all) case b }
  |                   ^

Was this error unhelpful?`

test('parses each rule that an update breaks, with its location', () => {
  expect(parseCadenceErrors(REJECTED_UPDATE)).toEqual([
    'mismatching field `x` in `Foo`: incompatible types. expected `Int`, found `String` (Foo:1:46)',
    'missing cases in enum `E`: expected 2 or more, found 1 (Foo:2:18)',
  ])
})

test('counts lines that only one of the texts has, and how often', () => {
  expect(describeDifference('a\nb\nc', 'a\nx\ny\nc')).toBe('+2 −1 lines')
  expect(describeDifference('}\n}\na', 'a\n}')).toBe('+0 −1 lines')
})
