import { getExample } from '@app/api/openapi/get-example.ts'
import { getScore } from '@app/api/routes/score.ts'
import { expect, test } from 'vitest'
import { buildScoreCsv, buildScoreJson } from './export-buttons.tsx'

const RESULT = getExample(getScore)

/** Parses CSV as RFC 4180 describes it. */
const parseCsv = (text: string): string[][] =>
  text
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    )

test('the score has a line, each factor one, and each reason one; the points of the factors add up to the score', () => {
  const [header, ...rows] = parseCsv(buildScoreCsv(RESULT))
  expect(header).toEqual('kind factor code value weightPercent points text txIds'.split(' '))
  expect(rows.every((row) => row.length === 8)).toBe(true)
  const kinds = ['score', ...Array(6).fill('factor'), ...RESULT.reasons.map(() => 'reason')]
  expect(rows.map(([kind]) => kind)).toEqual(kinds)
  const points = rows.filter(([kind]) => kind === 'factor').map((row) => Number(row[5]))
  expect(points.reduce((sum, one) => sum + one, 50)).toBeCloseTo(RESULT.score, 0)
})

test('quotes, commas and what a spreadsheet would calculate stay text', () => {
  const [reason] = RESULT.reasons
  const odd = { ...reason!, code: '=1+1', headline: 'Says "no", twice', text: 'a' }
  const last = parseCsv(buildScoreCsv({ ...RESULT, reasons: [odd] })).at(-1)
  expect([last?.[2], last?.[6]]).toEqual(["'=1+1", 'Says "no", twice. a'])
})

test('the JSON has factors and reasons, and no transaction of a publication', () => {
  const { reasons, breakdown } = RESULT
  const json = buildScoreJson({ ...RESULT, txId: 'ab'.repeat(32) })
  expect(json).toMatchObject({ reasons, breakdown })
  expect(json).not.toHaveProperty('txId')
})
