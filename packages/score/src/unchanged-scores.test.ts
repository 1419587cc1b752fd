import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeEvidenceHash } from './canonical/evidence-hash.ts'
import type { Facts } from './facts.ts'
import { judge } from './judge.ts'
import { arbitraryWallet } from './testing/arbitrary-facts.ts'
import { findRules, type ScoreRules } from './version.ts'

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
