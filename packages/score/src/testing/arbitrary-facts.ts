import fc from 'fast-check'
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
