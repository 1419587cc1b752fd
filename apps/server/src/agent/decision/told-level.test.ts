import { toRiskLevel } from '@app/values/risk-level.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideLevelChange, LEVEL_HOLD_MS, toToldLevel } from './told-level.ts'

const rate = (score: number) => ({ score, riskLevel: toRiskLevel(score), version: '1.0.0' })

/** Decides about scores one after the other, such as '50 0:44 9:46', at minutes; returns the changes that were told. */
function run(scores: string): string[] {
  const [first, ...later] = scores.split(' ')
  let told = toToldLevel(rate(Number(first)))
  const said: string[] = []
  for (const one of later) {
    const [minute = 0, score = 0] = one.split(':').map(Number)
    const nowMs = minute * 60_000
    const before = told.risk_level
    const decided = decideLevelChange(told, rate(score), { scoredMs: nowMs, nowMs })
    told = decided.told
    if (decided.isTold) said.push(`${minute}: ${before} → ${told.risk_level}`)
  }
  return said
}

describe('a change of level', () => {
  it.each([
    ['is told at once 3 points below', '50 0:42', ['0: NORMAL → SUSPICIOUS']],
    ['is told at once 3 points above', '50 0:78', ['0: NORMAL → TRUSTED']],
    ['is not told at 2.9 points', '50 0:42.1', []],
    ['is not told at 2.9 points above', '50 0:77.9', []],
    ['is told after ten minutes', '50 0:44 9.9:44 10:44', ['10: NORMAL → SUSPICIOUS']],
    ['is told of a thief who falls over two levels', '60 0:29.9', ['0: NORMAL → HIGH_RISK']],
    ['is told when it falls farther', '46 0:44.9 1:41', ['1: NORMAL → SUSPICIOUS']],
    ['is not told when it comes back', '46 0:44.9 9:45.1 20:46', []],
    [
      'begins anew when it came back',
      '46 0:44 9:46 11:44 20:44 21:44',
      ['21: NORMAL → SUSPICIOUS'],
    ],
    ['to another side begins anew', '46 0:44 9:76 18:76 19:76', ['19: NORMAL → TRUSTED']],
    ['is told by the border of a low level', '20 0:32.9 1:33', ['1: HIGH_RISK → SUSPICIOUS']],
  ])('%s', (_, scores, said) => {
    expect(run(scores)).toEqual(said)
  })

  const anyScore = fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10)

  it('is told of every level that lasts, in one chain, whatever came before', () => {
    const anySteps = fc.array(fc.tuple(anyScore, fc.integer({ min: 0, max: 1_200_000 })))
    fc.assert(
      fc.property(anyScore, anySteps, (first, steps) => {
        let told = toToldLevel(rate(first))
        let scoredMs = 0
        for (const [score, waitMs] of steps) {
          const before = told.risk_level
          const decided = decideLevelChange(told, rate(score), { scoredMs, nowMs: scoredMs })
          expect(decided.isTold).toBe(decided.told.risk_level !== before)
          const nowMs = scoredMs + waitMs
          const later = decideLevelChange(decided.told, rate(score), { scoredMs, nowMs })
          if (waitMs >= LEVEL_HOLD_MS) expect(later.told).toEqual(toToldLevel(rate(score)))
          told = later.told
          scoredMs = nowMs
        }
      }),
    )
  })
})
