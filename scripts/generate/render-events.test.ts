import { expect, test } from 'vitest'
import { renderEvents, toDecodedType } from './render-events.ts'

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
