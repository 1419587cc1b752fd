import { getExample } from '@app/api/openapi/get-example.ts'
import { getScore } from '@app/api/routes/score.ts'
import { expect, test } from 'vitest'
import { buildScoreCsv, buildScoreJson } from './export-buttons.tsx'

const RESULT = getExample(getScore)

/** Parses CSV as RFC 4180 describes it. */
function parseCsv(text: string): string[][] {
  return text
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    )
}

test('the score has a line, each factor one, and each reason one', () => {
  const [header, ...rows] = parseCsv(buildScoreCsv(RESULT))
  expect(header).toEqual([
    'kind',
    'factor',
    'code',
    'value',
    'weightPercent',
    'points',
    'text',
    'txIds',
  ])
  expect(rows.every((row) => row.length === 8)).toBe(true)
  expect(rows.map(([kind]) => kind)).toEqual([
    'score',
    ...Array.from({ length: 6 }, () => 'factor'),
    ...RESULT.reasons.map(() => 'reason'),
  ])
})

test('the points of the factors add up to the score', () => {
  const factors = parseCsv(buildScoreCsv(RESULT)).filter(([kind]) => kind === 'factor')
  const sum = factors.reduce((total, row) => total + Number(row[5]), 50)
  expect(sum).toBeCloseTo(RESULT.score, 0)
})

test('quotes, commas and what a spreadsheet would calculate stay text', () => {
  const [reason] = RESULT.reasons
  if (reason === undefined) throw new Error('The example has no reason.')
  const odd = { ...reason, code: '=1+1', headline: 'Says "no", twice', text: 'a' }
  const csv = buildScoreCsv({ ...RESULT, reasons: [odd] })
  expect(parseCsv(csv).at(-1)?.[2]).toBe("'=1+1")
  expect(parseCsv(csv).at(-1)?.[6]).toBe('Says "no", twice. a')
})

test('the JSON has factors and reasons, and no transaction of a publication', () => {
  expect(buildScoreJson({ ...RESULT, txId: 'ab'.repeat(32) })).toEqual(
    expect.objectContaining({ reasons: RESULT.reasons, breakdown: RESULT.breakdown }),
  )
  expect(buildScoreJson({ ...RESULT, txId: 'ab'.repeat(32) })).not.toHaveProperty('txId')
})
