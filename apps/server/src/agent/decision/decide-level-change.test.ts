import { toRiskLevel } from '@app/values/risk-level.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decideLevelChange, LEVEL_HOLD_MS, type ToldLevel } from './decide-level-change.ts'

const VERSION = '1.0.0'

const tell = (score: number): ToldLevel => ({
  riskLevel: toRiskLevel(score),
  score,
  version: VERSION,
  other: null,
})

/** Decides about scores one after the other, at minutes; returns those that were told. */
type Scores = readonly [first: number, ...(readonly [minute: number, score: number])[]]

function run([first, ...scores]: Scores) {
  let told = tell(first)
  const said: string[] = []
  for (const [minute, score] of scores) {
    const nowMs = minute * 60_000
    const riskLevel = toRiskLevel(score)
    const scored = { score, riskLevel, version: VERSION, scoredMs: nowMs, nowMs }
    const decided = decideLevelChange(told, scored)
    if (decided.isTold) said.push(`${minute}: ${told.riskLevel} → ${decided.told.riskLevel}`)
    told = decided.told
  }
  return said
}

describe('a change of level', () => {
  it.each([
    ['is told at once 3 points below', [50, [0, 42]], ['0: NORMAL → SUSPICIOUS']],
    ['is told at once 3 points above', [50, [0, 78]], ['0: NORMAL → TRUSTED']],
    ['is not told at 2.9 points', [50, [0, 42.1]], []],
    ['is not told at 2.9 points above', [50, [0, 77.9]], []],
    [
      'is told after ten minutes',
      [
        50,

        [0, 44],
        [9.9, 44],
        [10, 44],
      ],
      ['10: NORMAL → SUSPICIOUS'],
    ],
    ['is told of a thief who falls over two levels', [60, [0, 29.9]], ['0: NORMAL → HIGH_RISK']],
    [
      'is told when it falls farther within ten minutes',
      [
        46,

        [0, 44.9],
        [1, 41],
      ],
      ['1: NORMAL → SUSPICIOUS'],
    ],
    [
      'is not told when it comes back',
      [
        46,

        [0, 44.9],
        [9, 45.1],
        [20, 46],
      ],
      [],
    ],
    [
      'begins anew when it came back',
      [
        46,

        [0, 44],
        [9, 46],
        [11, 44],
        [20, 44],
        [21, 44],
      ],
      ['21: NORMAL → SUSPICIOUS'],
    ],
    [
      'to another side begins anew',
      [
        46,

        [0, 44],
        [9, 76],
        [18, 76],
        [19, 76],
      ],
      ['19: NORMAL → TRUSTED'],
    ],
    [
      'from a low level is told by the border of that level',
      [
        20,

        [0, 32.9],
        [1, 33],
      ],
      ['1: HIGH_RISK → SUSPICIOUS'],
    ],
  ] as const)('%s', (_, scores, said) => {
    expect(run(scores)).toEqual(said)
  })

  const tenths = (min: number, max: number) =>
    fc.integer({ min: min * 10, max: max * 10 }).map((value) => value / 10)

  it('is told of no score that moves less than 3 points around a border for less than ten minutes', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(30, 45, 75),
        fc.array(fc.tuple(tenths(-2.9, 2.9), fc.integer({ min: 1, max: 599 })), { minLength: 1 }),
        (border, steps) => {
          let told = tell(border)
          let nowMs = 0
          for (const [index, [offset, seconds]] of steps.entries()) {
            // Every second score is back where it was.
            const score = index % 2 === 0 ? border - Math.abs(offset) : border
            const riskLevel = toRiskLevel(score)
            const scored = { score, riskLevel, version: VERSION, scoredMs: nowMs, nowMs }
            const decided = decideLevelChange(told, scored)
            expect(decided.isTold).toBe(false)
            told = decided.told
            nowMs += seconds * 1000
          }
        },
      ),
    )
  })

  it('is told of every level that lasts, in one chain, whatever came before', () => {
    fc.assert(
      fc.property(
        tenths(0, 100),
        fc.array(fc.tuple(tenths(0, 100), fc.integer({ min: 0, max: 1_200_000 })), {
          minLength: 1,
        }),
        (first, steps) => {
          let told = tell(first)
          let nowMs = 0
          for (const [score, waitMs] of steps) {
            const riskLevel = toRiskLevel(score)
            const scored = { score, riskLevel, version: VERSION }
            const before = told.riskLevel
            const decided = decideLevelChange(told, { ...scored, scoredMs: nowMs, nowMs })
            expect(decided.isTold).toBe(decided.told.riskLevel !== before)
            nowMs += waitMs
            const scoredMs = nowMs - waitMs
            const later = decideLevelChange(decided.told, { ...scored, scoredMs, nowMs })
            if (waitMs >= LEVEL_HOLD_MS) expect(later.told).toEqual({ ...scored, other: null })
            told = later.told
          }
        },
      ),
    )
  })
})
