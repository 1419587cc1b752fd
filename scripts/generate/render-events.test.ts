import { expect, test } from 'vitest'
import { renderEvents, toDecodedType } from './render-events.ts'

const cadence = `access(all) contract Garden {

    /// A seed was sown.
    access(all) event Sown(id: UInt64, by: Address)
    access(all) event Grown(
        id: UInt64,
        // In metres.
        height: UFix64?,
        names: [String]
    )

    access(all) resource Plot {
        access(all) event ResourceDestroyed(id: UInt64 = self.id)
    }
}
`

test('renders the fields of each event with their decoded types', () => {
  const rendered = renderEvents([{ name: 'standin/Garden', cadence }])
  expect(rendered).toContain(`  /** A seed was sown. */
  'Garden.Sown': { id: bigint; by: Address }
  'Garden.Grown': { id: bigint; height: bigint | null; names: readonly (string)[] }
}`)
})

test('throws on an unknown type, with its name', () => {
  expect(() => toDecodedType('Capability')).toThrow('No TypeScript for the Cadence type Capability')
})
