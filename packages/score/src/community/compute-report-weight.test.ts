import { computeAddressAtIndex } from '@app/values/account-index.ts'
import { expect, test } from 'vitest'
import type { CommunityFacts } from '../facts.ts'
import { judge } from '../judge.ts'
import { HONEST_WALLETS } from '../testing/honest-wallets.ts'
import { buildFactsFromTransfers } from '../transfers/build-facts-from-transfers.ts'
import { computeCommunityFacts } from './compute-community-facts.ts'
import { computeReportWeight } from './compute-report-weight.ts'

test.each([
  [null, 0.05],
  [0, 0],
  [44.9, 0],
  [45, 0.45],
  [82.3, 0.823],
  [100, 1],
])('the weight of a report of score %j is %d', (score, weight) => {
  expect(computeReportWeight(score)).toBe(weight)
})

const WALLET = computeAddressAtIndex(100, 'local')
const VISITOR = { kind: 'report', score: null, caseId: null } as const

test.each(Object.entries(HONEST_WALLETS))(
  'ten visitors move %s by less than a point, and any number by half a point at most',
  (_, buildHistory) => {
    const facts = buildFactsFromTransfers(WALLET, buildHistory(), null)
    const computeLoss = (visitors: number) => {
      const statements = Array.from({ length: visitors }, () => VISITOR)
      const community: CommunityFacts = computeCommunityFacts(statements, [])
      return judge(facts).score - judge({ ...facts, community }).score
    }
    expect(computeLoss(10)).toBeLessThan(1)
    expect(computeLoss(10_000)).toBeLessThan(0.51)
  },
)
