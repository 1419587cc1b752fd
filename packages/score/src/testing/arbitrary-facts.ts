import fc from 'fast-check'
import { createEmptyAccount } from '../empty-facts.ts'
import type { Facts } from '../facts.ts'
import { arbitraryCommunity } from './arbitrary-community.ts'
import { ACCOUNTS, arbitraryTransfersWithLosses } from './arbitrary-transfers.ts'
import { buildFacts } from './build-transfer.ts'

const listing = fc.option(
  fc.record({ source: fc.string(), confidence: fc.double({ min: 0, max: 1, noNaN: true }) }),
  { nil: null },
)

/** Facts of any wallet: its transfers and losses, the lists, the community, and how much was covered. */
export const arbitraryFacts: fc.Arbitrary<Facts> = fc
  .record({
    own: arbitraryTransfersWithLosses,
    listed: fc.subarray([...ACCOUNTS]),
    listing,
    community: fc.option(arbitraryCommunity),
    completeness: fc.integer({ min: 0, max: 10_000 }),
  })
  .map(({ own, listed, ...rest }) => ({ ...buildFacts(own, listed), ...rest }))

const holdings = fc.array(
  fc.record({
    collection: fc.string(),
    count: fc.integer({ min: 1, max: 1_000 }),
    isSelfMinted: fc.boolean(),
    firstDepositSeconds: fc.option(fc.nat(2_000_000_000)),
  }),
  { maxLength: 20 },
)

const age = fc.integer({ min: 1, max: 10_000 }).chain((accountCount) =>
  fc.record({
    creationIndex: fc.integer({ min: 1, max: accountCount }),
    accountCount: fc.constant(accountCount),
    createdSeconds: fc.constant(null),
  }),
)

/** Like `arbitraryFacts`, also with its age, holdings, poisoning and changes to the account. */
export const arbitraryWallet: fc.Arbitrary<Facts> = fc
  .record({
    base: arbitraryFacts,
    age: fc.option(age),
    holdings: fc.option(holdings),
    poisoning: fc.option(fc.record({ dusted: fc.nat(100), lookAlikes: fc.nat(100) })),
    fullKeysAdded: fc.nat(2),
  })
  .map(({ base, fullKeysAdded, ...rest }) => ({
    ...base,
    ...rest,
    account: { ...createEmptyAccount(), fullKeysAdded },
  }))
