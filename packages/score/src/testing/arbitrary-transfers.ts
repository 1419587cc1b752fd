import fc from 'fast-check'
import type { Transfer } from '../transfers/build-facts-from-transfers.ts'

const START = 1_760_000_000
const DAYS_200 = 200 * 86_400

export const FLOW = 'A.0ae53cb6e3f42a79.FlowToken.Vault'
export const ACCOUNTS = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay', 'gus'] as const

const COMMON = {
  counterparty: fc.option(fc.constantFrom(...ACCOUNTS), { freq: 20 }),
  token: fc.constantFrom(FLOW, 'A.01.Gold.Vault', 'A.01.Silver.Vault'),
  units: fc.bigInt({ min: 1n, max: 10n ** 20n }),
  seconds: fc.integer({ min: START, max: START + DAYS_200 }),
}
const rarely = fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0)
const receipt = fc.record({ ...COMMON, direction: fc.constant('in' as const), isDust: rarely })
const payment = fc.record({ ...COMMON, direction: fc.constant('out' as const) })
const loss = fc.record({ isSwept: fc.boolean(), isEmptied: fc.boolean() })

/**
 * Up to 60 transfers of a wallet with seven accounts in three tokens; all outgoing ones were sent
 * voluntarily.
 */
export const arbitraryTransfers: fc.Arbitrary<Transfer[]> = fc.array(fc.oneof(receipt, payment), {
  maxLength: 60,
})

/** As `arbitraryTransfers`, but some outgoing transfers were swept, or emptied the wallet. */
export const arbitraryTransfersWithLosses: fc.Arbitrary<Transfer[]> = fc
  .tuple(arbitraryTransfers, fc.array(loss, { maxLength: 60 }))
  .map(([own, losses]) =>
    own.map((one, i) => (one.direction === 'out' ? { ...one, ...losses[i] } : one)),
  )

/** A transfer to an account, in a transaction that another account proposed. */
export const arbitrarySweepBy = (account: string): fc.Arbitrary<Transfer> =>
  payment.map((drawn) => ({ ...drawn, counterparty: account, isSwept: true }))

/** A dust transfer from an account. */
export const arbitraryDustFrom = (account: string): fc.Arbitrary<Transfer> =>
  receipt.map((drawn) => ({ ...drawn, counterparty: account, isDust: true }))
