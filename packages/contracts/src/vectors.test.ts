import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { computeScore } from '@app/score/arithmetic.ts'
import { mapFactors } from '@app/values/factor.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'
import { describe, expect, test } from 'vitest'
import { buildVectorFiles } from '../tests/vectors/make-vectors.ts'
import { buildScoreVectors, type ScoreVector } from '../tests/vectors/score-vectors.ts'

const VECTORS = join(import.meta.dirname, '../tests/vectors')
const read = (name: string) => readFile(join(VECTORS, name), 'utf8')

describe('the vectors shared by contracts and TypeScript', () => {
  test.each(Object.entries(buildVectorFiles()))(
    '%s equals the output of make-vectors.ts',
    async (name, text) => {
      expect(await read(name)).toBe(text)
    },
  )

  test('each score vector has a different evidence hash', () => {
    const vectors = buildScoreVectors()
    expect(new Set(vectors.map(({ evidenceHash }) => evidenceHash)).size).toBe(vectors.length)
  })

  test('the engine and the contract compute the same score from the factors', async () => {
    const vectors: ScoreVector[] = JSON.parse(await read('score-vectors.json'))
    expect(vectors.length).toBeGreaterThan(60)
    for (const { factors, scoreTenths, level } of vectors) {
      const { score } = computeScore(toFactorJudgements(factors))
      expect({ scoreTenths: Math.round(score * 10), level: toRiskLevel(score) }).toEqual({
        scoreTenths,
        level,
      })
    }
  })
})

function toFactorJudgements(factors: number[]) {
  return mapFactors((_, index) => {
    const value = factors[index] ?? 0
    return { value, raw: value, known: 0 }
  })
}
