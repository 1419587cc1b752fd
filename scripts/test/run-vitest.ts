import { mkdir, readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { NODE_BINARY, ROOT, resolvePackageScript, STATE_DIR } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import {
  createReport,
  listFailedFiles,
  parseVitestReport,
  type TestReport,
  type VitestReport,
} from './test-report.ts'

interface VitestRun {
  /** Names in `PROJECTS`. */
  projects: readonly string[]
  /** Only test files that import something that changed since `CHANGED_SINCE`. */
  isOnlyChanged?: boolean
  env?: NodeJS.ProcessEnv
}

/** The commit from which `--changed` compares. */
export const CHANGED_SINCE = 'HEAD~1'

/** The gate is green with this many flaky files at most, so where more files fail, none runs again. */
export const MOST_FLAKY_FILES = 2

/** Runs projects; files that fail run once more, alone in a process, and count as flaky when they pass. */
export async function runVitest(run: VitestRun): Promise<TestReport> {
  const first = await runProjects(run, [])
  const failedFiles = first.results === null ? [] : listFailedFiles(first.results)
  if (failedFiles.length === 0 || failedFiles.length > MOST_FLAKY_FILES) return first.report
  const flaky: string[] = []
  for (const { file, error } of failedFiles) {
    const path = relative(ROOT, file)
    const again = await runProjects(run, [path])
    if (again.report.failed === 0 && again.report.passed > 0) flaky.push(`${path}, ${error}`)
  }
  if (flaky.length < failedFiles.length) return { ...first.report, flaky }
  const { report } = first
  return { ...report, failed: 0, passed: report.passed + report.failed, flaky }
}

async function runProjects(
  { projects, isOnlyChanged = false, env = {} }: VitestRun,
  files: string[],
) {
  const reportPath = join(STATE_DIR, 'test', `${projects.join('-')}.json`)
  await mkdir(join(STATE_DIR, 'test'), { recursive: true })
  await rm(reportPath, { force: true })
  const { code, output } = await runChild({
    command: [
      NODE_BINARY,
      resolvePackageScript('vitest/vitest.mjs'),
      'run',
      ...projects.flatMap((name) => ['--project', name]),
      ...(isOnlyChanged ? ['--changed', CHANGED_SINCE] : []),
      '--passWithNoTests',
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${reportPath}`,
      ...files,
    ],
    cwd: ROOT,
    env,
  })
  const results = await readResults(reportPath)
  const parsed = results === null ? createReport({ failed: 1 }) : parseVitestReport(results)
  const failed = code === 0 ? parsed.failed : Math.max(parsed.failed, 1)
  return { results, report: { ...parsed, failed, output } }
}

async function readResults(reportPath: string): Promise<VitestReport | null> {
  const text = await readFile(reportPath, 'utf8').catch(() => null)
  return text === null ? null : JSON.parse(text)
}
