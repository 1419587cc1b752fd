import { FACTORS, type Factor, WEIGHT_PERCENT } from '@app/values/factor.ts'
import { toRiskLevel } from '@app/values/risk-level.ts'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { getCatalogue } from '../routes/reference.ts'
import { ROUTES } from '../routes/routes.ts'
import { buildSuccessSchema } from '../schemas/envelope.ts'
import { EXAMPLES } from './examples.generated.ts'
import { getExample } from './get-example.ts'

type Json = Record<string, unknown>

/** Lists every object inside `value`, with its path. */
function listObjects(value: unknown, path = ''): [string, Json][] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([name, part]) =>
    listObjects(part, `${path}/${name}`),
  )
  return Array.isArray(value) ? inside : [[path, value as Json], ...inside]
}

const objects = listObjects(EXAMPLES)
const withFields = (...names: string[]) =>
  objects.filter(([, fields]) => names.every((name) => name in fields))

/** Scores have one decimal, factors four. */
const ROUNDING = 0.05 + 0.005

const sumFactors = (toValue: (factor: Factor) => number) =>
  FACTORS.reduce((sum, factor) => sum + WEIGHT_PERCENT[factor] * toValue(factor), 0)

it.each(ROUTES.filter(({ dataExample }) => dataExample !== undefined))(
  'the written example of $operationId matches its schema',
  (route) => {
    expect(Compile(route.data).Errors(route.dataExample)).toEqual([])
  },
)

describe('the recorded examples', () => {
  const available = ROUTES.filter(
    ({ contentType, dataExample }) => !contentType && dataExample === undefined,
  )

  it('are one for each route that answers with JSON', () => {
    expect(Object.keys(EXAMPLES)).toEqual(available.map(({ operationId }) => operationId))
  })

  it.each(available.map((route) => [route.operationId, route] as const))(
    'of %s matches its schema',
    (name, route) => {
      expect(Compile(buildSuccessSchema(route.data)).Errors(EXAMPLES[name])).toEqual([])
    },
  )

  it.each(withFields('score', 'breakdown'))(
    'have a score that is the sum of its weighted factors: %s',
    (_, { score, breakdown }) => {
      const factors = breakdown as Record<Factor, number>
      expect(Math.abs(sumFactors((factor) => factors[factor]) - Number(score))).toBeLessThan(
        ROUNDING,
      )
    },
  )

  it.each(withFields('score', 'factors'))(
    'have a score that is the sum of its factors in units: %s',
    (_, { score, factors }) => {
      const units = factors as Record<Factor, { value: number }>
      const sum = sumFactors((factor) => units[factor].value / 10_000)
      expect(Math.abs(sum - Number(score))).toBeLessThan(ROUNDING)
    },
  )

  it.each(withFields('weights'))('have the weights of the score: %s', (_, { weights }) => {
    const percent = FACTORS.map((factor) => WEIGHT_PERCENT[factor] / 100)
    expect(FACTORS.map((factor) => (weights as Record<Factor, number>)[factor])).toEqual(percent)
  })

  it.each(withFields('score', 'reasons', 'improve'))(
    'have reasons whose points lead from the middle to the score: %s',
    (_, { score, reasons }) => {
      const points = (reasons as { points: number }[]).map((reason) => reason.points)
      const sum = points.reduce((total, own) => total + own, 50)
      expect(Math.abs(sum - Number(score))).toBeLessThan((points.length + 1) * ROUNDING)
    },
  )

  it.each([
    ...withFields('score', 'level').map(([path, { score, level }]) => [path, score, level]),
    ...withFields('score', 'riskLevel')
      .filter(([, { score }]) => score !== null)
      .map(([path, { score, riskLevel }]) => [path, score, riskLevel]),
    ...withFields('score', 'metadata').map(([path, { score, metadata }]) => [
      path,
      score,
      (metadata as Json).riskLevel,
    ]),
  ])('have the level of their score: %s', (_, score, level) => {
    expect(level).toBe(toRiskLevel(Number(score)))
  })

  it('have reasons that the catalogue has, besides little data', () => {
    const { signals } = getExample(getCatalogue)
    const known = new Set(['little_data', ...signals.map(({ reason }) => reason)])
    const codes = withFields('code', 'points').map(([, { code }]) => code)
    expect(codes.length).toBeGreaterThan(0)
    expect(codes.filter((code) => !known.has(String(code)))).toEqual([])
  })
})
