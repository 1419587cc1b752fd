import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { NODE_BINARY, ROOT, resolvePackageScript, STATE_DIR } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { createReport, parseVitestReport, type TestReport } from './test-report.ts'

/** Runs one of `PROJECTS`; with a commit, only test files that import something that changed since. */
export async function runVitest(project: string, since: string | null): Promise<TestReport> {
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

async function readReport(reportPath: string, code: number): Promise<TestReport> {
  const text = await readFile(reportPath, 'utf8').catch(() => undefined)
  if (text === undefined) return createReport({ failed: 1 })
  const report = parseVitestReport(JSON.parse(text))
  return code !== 0 && report.failed === 0 ? { ...report, failed: 1 } : report
}
