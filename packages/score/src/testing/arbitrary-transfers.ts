import fc from 'fast-check'
import type { Transfer } from '../transfers/transfer.ts'

const START = 1_760_000_000
const DAYS_200 = 200 * 86_400

export const FLOW = 'A.0ae53cb6e3f42a79.FlowToken.Vault'
export const ACCOUNTS = ['ann', 'ben', 'cat', 'dan', 'eve', 'fay', 'gus'] as const

const transfer: fc.Arbitrary<Transfer> = fc.record({
  side: fc.constantFrom('in', 'out'),
  counterparty: fc.option(fc.constantFrom(...ACCOUNTS), { freq: 20 }),
  token: fc.constantFrom(FLOW, 'A.01.Gold.Vault', 'A.01.Silver.Vault'),
  units: fc.bigInt({ min: 1n, max: 10n ** 20n }),
  seconds: fc.integer({ min: START, max: START + DAYS_200 }),
})

/** Up to 60 transfers of a wallet with seven accounts in three tokens. */
export const transfers: fc.Arbitrary<Transfer[]> = fc.array(transfer, { maxLength: 60 })
