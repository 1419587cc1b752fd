import { expect, test } from 'vitest'
import { toArgumentEncoder } from './argument-encoder.ts'
import { renderCalls, toTemplateLiteral } from './render-calls.ts'

test('a call takes typed arguments and encodes each by its Cadence type', () => {
  const cadence = '/// Sends.\ntransaction(to: Address, ids: [UInt64], vault: StoragePath) {}\n'
  const rendered = renderCalls([{ name: 'tokens/send_tokens', cadence }], 'transactions')
  expect(rendered).toContain(
    'export const sendTokens = (args: { to: Address; ids: readonly (bigint | number)[]; vault: string }): CadenceCall => ({',
  )
  expect(rendered).toContain(
    "args: [arg.address(args.to), arg.array(args.ids.map((item) => arg.integer('UInt64', item))), arg.path('storage', args.vault)],",
  )
  expect(rendered).toContain('Source: transactions/tokens/send_tokens.cdc')
})

test('optionals and dictionaries nest', () => {
  const { typescript, encode } = toArgumentEncoder('{String: UFix64?}')
  expect(typescript).toBe('ReadonlyMap<string, bigint | null>')
  expect(encode('m')).toBe(
    'arg.dictionary([...m].map(([key, value]) => ({ key: arg.string(key), value: arg.optional(value === null ? null : arg.ufix64(value)) })))',
  )
})

test('throws on a type without an encoder, with its name', () => {
  expect(() => toArgumentEncoder('Fix64')).toThrow('No encoder for the Cadence type Fix64')
})

test('a literal evaluates to exactly the text, templates and backslashes included', () => {
  const text = ['emit "\\(price)" `code`', '$', '{not} \\n'].join('')
  expect(new Function(`return ${toTemplateLiteral(text)}`)()).toBe(text)
})
