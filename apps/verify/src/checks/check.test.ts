import { expect, it } from 'vitest'
import { type Check, type Finding, runChecks } from './check.ts'

const WRONG = { path: 'score', expected: '1', found: '2' }

async function collectReports(...findings: Finding[]) {
  const lines: string[] = []
  const checks = findings.map(
    (finding, index): Check => ({ claim: `${index}`, find: () => finding }),
  )
  const difference = await runChecks(checks, {
    checking: (claim) => lines.push(`checking ${claim}`),
    proven: (claim) => lines.push(`proven ${claim}`),
    undecided: (because) => lines.push(`undecided ${because}`),
    noted: (note) => lines.push(`noted ${note}`),
  })
  return { difference, lines }
}

it('reports proven, undecided and noted claims in order', async () => {
  expect(await collectReports({ note: 'by the way' }, { because: 'it is gone' }, null)).toEqual({
    difference: null,
    lines: [
      'checking 0',
      'noted by the way',
      'checking 1',
      'undecided it is gone',
      'checking 2',
      'proven 2',
    ],
  })
})

it('stops at the first difference', async () => {
  expect(await collectReports(null, WRONG, { ...WRONG, path: 'later' })).toEqual({
    difference: WRONG,
    lines: ['checking 0', 'proven 0', 'checking 1'],
  })
})
