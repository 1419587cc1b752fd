import { expect, it } from 'vitest'
import { type Check, type Finding, runChecks } from './check.ts'

const WRONG = { path: 'score', expected: '1', found: '2' }

async function collectReports(...findings: Finding[]) {
  const words: string[] = []
  const checks = findings.map(
    (finding, index): Check => ({ claim: `${index}`, find: () => finding }),
  )
  const difference = await runChecks(checks, {
    checking: (claim) => words.push(`checking ${claim}`),
    proven: (claim) => words.push(`proven ${claim}`),
    undecided: (because) => words.push(`undecided ${because}`),
    noted: (note) => words.push(`noted ${note}`),
  })
  return { difference, words }
}

it('what holds, what cannot be decided and what is worth a note is told in order', async () => {
  expect(await collectReports({ note: 'by the way' }, { because: 'it is gone' }, null)).toEqual({
    difference: null,
    words: [
      'checking 0',
      'noted by the way',
      'checking 1',
      'undecided it is gone',
      'checking 2',
      'proven 2',
    ],
  })
})

it('nothing is checked after the first difference', async () => {
  expect(await collectReports(null, WRONG, { ...WRONG, path: 'later' })).toEqual({
    difference: WRONG,
    words: ['checking 0', 'proven 0', 'checking 1'],
  })
})
