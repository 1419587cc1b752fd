import { expect, test } from 'vitest'
import { parseCadence } from './parse-cadence.ts'

test('returns the doc comment and the parameters of a transaction', () => {
  const cadence = `import "FungibleToken"

/// Pays several accounts.
/// In one transaction.
transaction(payments: {Address: UFix64}, vaults: [StoragePath], note: String?) {
    prepare(signer: &Account) {}
}
`
  expect(parseCadence('pay', cadence)).toEqual({
    doc: 'Pays several accounts.\nIn one transaction.',
    parameters: [
      { name: 'payments', type: '{Address: UFix64}' },
      { name: 'vaults', type: '[StoragePath]' },
      { name: 'note', type: 'String?' },
    ],
  })
})

test('of a script, returns the comment and parameters of main, not those of a helper', () => {
  const cadence = `/// Helps.
access(all) fun help(a: Int) {}

/// Reads.
access(all) fun main(address: Address): UFix64 { return 1.0 }
`
  expect(parseCadence('read', cadence)).toEqual({
    doc: 'Reads.',
    parameters: [{ name: 'address', type: 'Address' }],
  })
})

test('a transaction without parameters has none', () => {
  const cadence = '/// Buys.\ntransaction() {}\n'
  expect(parseCadence('buy', cadence).parameters).toEqual([])
  expect(parseCadence('buy', cadence.replace('()', '')).parameters).toEqual([])
})

test.each([
  ['/// Nothing.\naccess(all) contract A {}', 'contains neither a transaction'],
  ['transaction() {}', 'has no doc comment'],
])('throws on %j', (cadence, complaint) => {
  expect(() => parseCadence('a/b', cadence)).toThrow(complaint)
})
