import { expect, test } from 'vitest'
import { parseTestOptions } from './options.ts'

const DEFAULTS = { all: false, changed: false, only: null, help: false }

test('reads the options', () => {
  expect(parseTestOptions([])).toEqual(DEFAULTS)
  expect(parseTestOptions(['--all'])).toEqual({ ...DEFAULTS, all: true })
  expect(parseTestOptions(['--changed'])).toEqual({ ...DEFAULTS, changed: true })
  expect(parseTestOptions(['--only', 'unit,web'])).toEqual({ ...DEFAULTS, only: ['unit', 'web'] })
})

test.each([
  [['--fast'], "Unknown option '--fast': see npm test -- --help."],
  [['unit'], "Unexpected argument 'unit'"],
  [['--all', '--changed'], 'Use only one of --all, --changed and --only.'],
])('throws a sentence for %j', (args, sentence) => {
  expect(() => parseTestOptions(args)).toThrow(sentence)
})
