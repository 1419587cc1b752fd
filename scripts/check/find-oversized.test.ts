import { expect, test } from 'vitest'
import { findCrowdedFolders, findExcessLines } from './find-oversized.mjs'

const buildPaths = (folder: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${folder}/file-${index}.ts`)

const buildLines = (count: number) => 'line\n'.repeat(count)

test('finds a folder with more than 20 files', () => {
  expect(findCrowdedFolders(['README.md', ...buildPaths('apps/web/src/lib', 21)])).toEqual([
    'apps/web/src/lib: 21 files, at most 20',
  ])
})

test('counts the files of a subfolder for the subfolder only', () => {
  const paths = [...buildPaths('apps/web/src', 20), ...buildPaths('apps/web/src/lib', 20)]
  expect(findCrowdedFolders(paths)).toEqual([])
})

test.each([
  ['apps/server/src/scorer/score-account.ts', 300],
  ['apps/web/src/ui/table.test.tsx', 300],
  ['packages/contracts/contracts/DharmaScore.cdc', 400],
  ['packages/contracts/contracts/scheduling/DharmaRecheck.cdc', 400],
])('%s may have %i lines and not one more', (path, lines) => {
  expect(findExcessLines(path, buildLines(lines))).toBeUndefined()
  expect(findExcessLines(path, buildLines(lines + 1))).toBe(
    `${path}: ${lines + 1} lines, at most ${lines}`,
  )
})

test('a last line without a line break counts', () => {
  expect(findExcessLines('bench/main.ts', `${buildLines(300)}line`)).toContain('301 lines')
})

test.each([
  'packages/contracts/src/contracts.generated.ts',
  'packages/contracts/tests/helpers/test_helpers.cdc',
  'docs/contracts.md',
])('%s may have any number of lines', (path) => {
  expect(findExcessLines(path, buildLines(5000))).toBeUndefined()
})
