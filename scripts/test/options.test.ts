import { expect, test } from 'vitest'
import { parseTestOptions } from './options.ts'

const DEFAULTS = { long: false, changed: false, names: [], help: false }

test('reads the options', () => {
  expect(parseTestOptions([])).toEqual(DEFAULTS)
  expect(parseTestOptions(['--long'])).toEqual({ ...DEFAULTS, long: true })
  expect(parseTestOptions(['--changed'])).toEqual({ ...DEFAULTS, changed: true })
  expect(parseTestOptions(['unit', 'web'])).toEqual({ ...DEFAULTS, names: ['unit', 'web'] })
})

test.each([
  [['--fast'], "Unknown option '--fast': see npm test -- --help."],
  [['unit', '--changed'], '--changed chooses the suites itself: leave out names and --long.'],
])('throws a sentence for %j', (args, sentence) => {
  expect(() => parseTestOptions(args)).toThrow(sentence)
})
