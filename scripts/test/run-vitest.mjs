import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { NODE_BINARY, ROOT, resolvePackageScript, STATE_DIR } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { createReport, parseVitestReport } from './test-report.mjs'

/**
 * Runs one project of vitest.config.ts.
 * @param {string} project
 * @param {string | null} since only test files that import something that changed since this commit
 * @returns {Promise<import('./test-report.mjs').TestReport>}
 */
export async function runVitest(project, since) {
  const reportPath = join(STATE_DIR, 'test', `${project}.json`)
  await mkdir(join(STATE_DIR, 'test'), { recursive: true })
  await rm(reportPath, { force: true })
  const { code, output } = await runChild({
    command: [
      NODE_BINARY,
      resolvePackageScript('vitest/vitest.mjs'),
      'run',
      '--project',
      project,
      ...(since === null ? [] : ['--changed', since]),
      '--passWithNoTests',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${reportPath}`,
    ],
    cwd: ROOT,
    isSilent: true,
  })
  return { ...(await readReport(reportPath, code)), output }
}

/**
 * @param {string} reportPath
 * @param {number} code
 */
async function readReport(reportPath, code) {
  const text = await readFile(reportPath, 'utf8').catch(() => undefined)
  if (text === undefined) return createReport({ failed: 1 })
  const report = parseVitestReport(JSON.parse(text))
  return code !== 0 && report.failed === 0 ? { ...report, failed: 1 } : report
}
