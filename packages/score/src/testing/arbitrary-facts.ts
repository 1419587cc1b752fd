import { SUSPECTED_BELOW, TRUSTED_FROM } from '@app/values/risk-level.ts'
import fc from 'fast-check'
import { createEmptyAccount } from '../empty-facts.ts'
import type { CommunityFacts, Facts, WalletCountAndWeight } from '../facts.ts'
import { ACCOUNTS, arbitraryTransfersWithLosses } from './arbitrary-transfers.ts'
import { buildFacts } from './build-transfer.ts'

const NO_WALLETS: WalletCountAndWeight = { wallets: 0, weight: 0 }

/** Of a wallet about which nobody said anything, and nothing was decided. */
export const NO_STATEMENTS: CommunityFacts = {
  visitorReports: 0,
  reports: NO_WALLETS,
  trustedReports: NO_WALLETS,
  vouches: NO_WALLETS,
  trustedVouches: NO_WALLETS,
  freezes: 0,
  appealsDenied: 0,
  appealsUpheld: 0,
}

/** Up to a hundred thousand wallets, with scores from `low` to `high`. */
const arbitraryWallets = (low: number, high: number): fc.Arbitrary<WalletCountAndWeight> =>
  fc
    .record({
      wallets: fc.oneof(fc.nat(5), fc.nat(100_000)),
      score: fc.integer({ min: low, max: high }),
    })
    .map(({ wallets, score }) => ({ wallets, weight: wallets * score * 100 }))

const smallCount = fc.nat(4)

/** Any community facts, often empty. */
export const arbitraryCommunity: fc.Arbitrary<CommunityFacts> = fc.record({
  visitorReports: fc.oneof(fc.constant(0), fc.nat(1_000_000)),
  reports: arbitraryWallets(SUSPECTED_BELOW, TRUSTED_FROM - 1),
  trustedReports: arbitraryWallets(TRUSTED_FROM, 100),
  vouches: arbitraryWallets(SUSPECTED_BELOW, TRUSTED_FROM - 1),
  trustedVouches: arbitraryWallets(TRUSTED_FROM, 100),
  freezes: smallCount,
  appealsDenied: smallCount,
  appealsUpheld: smallCount,
})

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
