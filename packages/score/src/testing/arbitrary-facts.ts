import fc from 'fast-check'
import type { Facts } from '../facts.ts'
import { community } from './arbitrary-community.ts'
import { ACCOUNTS, transfersAndLosses } from './arbitrary-transfers.ts'
import { factsOf } from './moves.ts'

const listing = fc.option(
  fc.record({ source: fc.string(), confidence: fc.double({ min: 0, max: 1, noNaN: true }) }),
  { nil: null },
)

/** Facts of any wallet: its transfers and losses, the lists, the community, and how much was covered. */
export const anyFacts: fc.Arbitrary<Facts> = fc
  .record({
    own: transfersAndLosses,
    listed: fc.subarray([...ACCOUNTS]),
    listing,
    community: fc.option(community),
    completeness: fc.integer({ min: 0, max: 10_000 }),
  })
  .map(({ own, listed, ...rest }) => ({ ...factsOf(own, listed), ...rest }))
