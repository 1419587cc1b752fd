import { toRiskLevel } from '@app/values/risk-level.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { decideExcuse } from './decide-excuse.ts'
import { buildPolicy } from './policy.ts'

const POLICY = buildPolicy(readConfig({ FLOW_NETWORK: 'local' }))
const OLD = '1.0.0'
const NEW = '2.0.0'

interface Draft {
  score: number
  /** By the rules of the version before. */
  earlierScore?: number
  excusedScore?: number
  isNewVersion?: boolean
}

function decide({ score, earlierScore, excusedScore, isNewVersion = true }: Draft): number | null {
  const earlier =
    earlierScore === undefined
      ? null
      : {
          version: OLD,
          score: earlierScore,
          riskLevel: toRiskLevel(earlierScore),
          completeness: 1,
        }
  const before = { version: isNewVersion ? OLD : NEW, excusedScore: excusedScore ?? null }
  return decideExcuse(before, { score, version: NEW, earlier }, POLICY)
}

describe('the excuse of a new version', () => {
  test('is for a danger in which the account would not be by the rules before', () => {
    expect(decide({ score: 29, earlierScore: 30 })).toBe(29)
    expect(decide({ score: 44, earlierScore: 45 })).toBe(44)
    expect(decide({ score: 29, earlierScore: 29.9 })).toBeNull()
    expect(decide({ score: 44, earlierScore: 44.9 })).toBeNull()
    expect(decide({ score: 45, earlierScore: 60 })).toBeNull()
  })

  test('is given by a new version only, and only where the rules before are known', () => {
    expect(decide({ score: 29, earlierScore: 60, isNewVersion: false })).toBeNull()
    expect(decide({ score: 29 })).toBeNull()
  })

  test('lasts while the account stays there, also over another version', () => {
    const stays = { score: 25, excusedScore: 29, earlierScore: 29 }
    expect(decide({ ...stays, isNewVersion: false })).toBe(29)
    expect(decide(stays)).toBe(29)
  })

  test('ends when it gets worse by itself, by a margin or into the next danger, and when it is good', () => {
    const later = { isNewVersion: false }
    expect(decide({ ...later, score: 23.9, excusedScore: 29 })).toBeNull()
    expect(decide({ ...later, score: 29.9, excusedScore: 31 })).toBeNull()
    expect(decide({ ...later, score: 30, excusedScore: 29 })).toBeNull()
    expect(decide({ ...later, score: 45, excusedScore: 44 })).toBeNull()
  })

  test('is for nobody who would be accused by the rules before', () => {
    const score = fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10)
    fc.assert(
      fc.property(score, score, (now, earlierScore) => {
        const isWorse = [30, 45].some((danger) => now < danger && earlierScore >= danger)
        const excused = decide({ score: now, earlierScore })
        if (excused !== null) expect(isWorse).toBe(true)
        if (now < 30) expect(excused === null).toBe(earlierScore < 30)
      }),
    )
  })
})
