import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runUnlessPassed } from './passed-before.mjs'
import { createReport } from './test-report.mjs'

const AGAIN = { since: null, canReuse: true }
const SUITE = { name: 'cadence', sources: /^scripts\/test\/passed-before\.mjs$/ }

let directory: string
let storePath: string
let runs: number
let failed: number

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'passed-'))
  storePath = join(directory, 'test', 'cadence.json')
  runs = 0
  failed = 0
})

afterEach(() => rm(directory, { recursive: true }))

const run = runUnlessPassedHere()

function runUnlessPassedHere(suite = SUITE) {
  return (options = AGAIN) =>
    runUnlessPassed(
      suite,
      async () => {
        runs += 1
        return createReport({ passed: 7, failed })
      },
      storePath,
    )(options)
}

test('a suite that passed with the same files is skipped, and says so', async () => {
  expect(await run()).toMatchObject({ passed: 7, skipped: 0 })
  const { passed, skipped, notes } = await run()
  expect({ passed, skipped, runs }).toEqual({ passed: 0, skipped: 7, runs: 1 })
  expect(notes).toEqual([expect.stringMatching(/^not run again: the 7 tests of cadence/)])
})

test('it runs when it is asked for by name, and with all suites', async () => {
  await run()
  expect(await run({ since: null, canReuse: false })).toMatchObject({ passed: 7, skipped: 0 })
})

test('it runs again when it failed before', async () => {
  failed = 1
  await run()
  await run()
  expect(runs).toBe(2)
})

test('it runs again when a file has changed, or the record is unreadable', async () => {
  await run()
  const other = runUnlessPassedHere({ ...SUITE, sources: /^scripts\/test\/suites\.mjs$/ })
  await other()
  expect(runs).toBe(2)
  await writeFile(storePath, (await readFile(storePath, 'utf8')).slice(0, 20))
  await other()
  expect(runs).toBe(3)
})
