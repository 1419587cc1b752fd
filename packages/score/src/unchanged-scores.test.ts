import { createHash } from 'node:crypto'
import { computeAddressAtIndex } from '@app/values/account-index.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeEvidenceHash } from './canonical/evidence-hash.ts'
import type { Facts } from './facts.ts'
import { judge } from './judge.ts'
import { arbitraryWallet } from './testing/arbitrary-facts.ts'
import { HONEST_WALLETS } from './testing/honest-wallets.ts'
import { buildFactsFromTransfers } from './transfers/build-facts-from-transfers.ts'
import { findRules, type ScoreRules } from './version.ts'

const WALLET = computeAddressAtIndex(100, 'local')

/** With a list that contains none of their contacts, and without a list, in the order of `HONEST_WALLETS`. */
const SCORES = [
  54.8, 50, 52.4, 47.5, 51.7, 46.2, 52.6, 52.1, 50.9, 50.4, 58.7, 58.4, 61.6, 61, 58.3, 52.5, 60.6,
  55, 52.3, 49.2, 44.7, 41.6, 50.6, 49.8, 41.2, 40.2, 33, 32.1,
]

/** Everything that counts, without a word of what is said about it. */
function listJudged(wallets: readonly Facts[], rules?: ScoreRules): string[] {
  return wallets.map((facts) => {
    const { score, riskLevel, factors, confidence, dataPoints, flags } = judge(facts, rules)
    const hash = computeEvidenceHash(facts)
    return JSON.stringify({ score, riskLevel, factors, confidence, dataPoints, flags, hash })
  })
}

const hashLines = (lines: readonly string[]) =>
  createHash('sha256').update(lines.join('\n')).digest('hex')

test('the honest wallets have the scores of version 1.2.0', () => {
  const scores = Object.values(HONEST_WALLETS).flatMap((history) =>
    [new Set(['stranger']), null].map(
      (list) => judge(buildFactsFromTransfers(WALLET, history(), list)).score,
    ),
  )
  expect(scores).toEqual(SCORES)
})

const WALLETS = fc.sample(arbitraryWallet, { seed: 1_200, numRuns: 500 })

/** Version 1.3.0 changed words only. */
const JUDGED_BY_1_2_0 = '07412471e1659b4cc41dfc2c52accc349a40fb2fa34b3a6d5cab179c342b369d'

test('by the rules of version 1.3.0 any facts have the score, level, factors and evidence hash of version 1.2.0', () => {
  expect(hashLines(listJudged(WALLETS, findRules('1.3.0')))).toBe(JUDGED_BY_1_2_0)
})

test('version 1.4.0 changes nothing of these but where an appeal was denied', () => {
  const undenied = WALLETS.map(({ community, ...facts }) => ({
    ...facts,
    community: community && { ...community, appealsDenied: 0 },
  }))
  expect(listJudged(undenied)).toEqual(listJudged(undenied, findRules('1.3.0')))
  const counted = (facts: readonly Facts[]) => facts.map((one) => judge(one).factors)
  expect(counted(WALLETS)).toEqual(counted(undenied))
  expect(hashLines(listJudged(WALLETS))).not.toBe(JUDGED_BY_1_2_0)
})
