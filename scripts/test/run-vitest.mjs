import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { NODE, packageScript, ROOT, STATE } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { tallyOf, tallyVitest } from './tally.mjs'

/**
 * Runs one project of vitest.config.ts.
 * @param {string} project
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runVitest(project) {
  const report = join(STATE, 'test', `${project}.json`)
  await mkdir(join(STATE, 'test'), { recursive: true })
  await rm(report, { force: true })
  const { code } = await runChild({
    command: [
      NODE,
      packageScript('vitest/vitest.mjs'),
      'run',
      '--project',
      project,
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    cwd: ROOT,
    env: process.stdout.isTTY ? { FORCE_COLOR: '1' } : {},
  })
  return readTally(report, code)
}

/**
 * @param {string} report
 * @param {number} code
 */
async function readTally(report, code) {
  const text = await readFile(report, 'utf8').catch(() => undefined)
  if (text === undefined) return tallyOf({ failed: 1 })
  const tally = tallyVitest(JSON.parse(text))
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}
