import { expect, test } from 'vitest'
import {
  renderCalls,
  renderEvents,
  toArgumentEncoder,
  toDecodedType,
  toTemplateLiteral,
} from './render-contract-code.ts'

const FILE = { name: 'tokens/send_tokens', cadence: 'transaction {}', call: null, events: [] }

test('a call takes typed arguments and encodes each by its Cadence type', () => {
  const parameters = [
    { name: 'to', type: 'Address' },
    { name: 'ids', type: '[UInt64]' },
    { name: 'vault', type: 'StoragePath' },
  ]
  const call = { name: 'transaction', doc: 'Sends.', parameters }
  const rendered = renderCalls([{ ...FILE, call }], 'transactions')
  expect(rendered).toContain(
    'export const sendTokens = (args: { to: Address; ids: readonly (bigint | number)[]; vault: string }): CadenceCall => ({',
  )
  expect(rendered).toContain(
    "args: [arg.address(args.to), arg.array(args.ids.map((item) => arg.integer('UInt64', item))), arg.path('storage', args.vault)],",
  )
  expect(rendered).toContain('Source: transactions/tokens/send_tokens.cdc')
})

test('throws on a file that has no call, or a call without a comment', () => {
  expect(() => renderCalls([FILE], 'scripts')).toThrow('contains neither a transaction')
  const call = { name: 'main', doc: '', parameters: [] }
  expect(() => renderCalls([{ ...FILE, call }], 'scripts')).toThrow('has no doc comment')
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

const events = [
  {
    name: 'Sown',
    doc: 'A seed was sown.',
    parameters: [
      { name: 'id', type: 'UInt64' },
      { name: 'by', type: 'Address' },
    ],
  },
  {
    name: 'Grown',
    doc: '',
    parameters: [
      { name: 'height', type: 'UFix64?' },
      { name: 'names', type: '[String]' },
    ],
  },
]

test('renders the fields of each event with their decoded types', () => {
  const rendered = renderEvents([{ name: 'standin/Garden', cadence: '', call: null, events }])
  expect(rendered).toContain(`  /** A seed was sown. */
  'Garden.Sown': { id: bigint; by: Address }
  'Garden.Grown': { height: bigint | null; names: readonly (string)[] }
}`)
})

test('throws on an unknown type, with its name', () => {
  expect(() => toDecodedType('Capability')).toThrow('No TypeScript for the Cadence type Capability')
})
