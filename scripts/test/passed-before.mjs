import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT, STATE_DIR, TOOLBOX_BINARY } from '../set-up/paths.mjs'
import { listProjectFiles } from './changed-files.mjs'
import { createReport } from './test-report.mjs'

/**
 * Returns the run of a suite whose result follows from files of the project and the Flow tools alone, without clock,
 * network or chance: where it passed with the same ones before, its tests are reported as skipped, unless all or this suite are wanted.
 * @param {{ name: string, sources: RegExp }} suite
 * @param {() => Promise<import('./test-report.mjs').TestReport>} run
 * @param {string} [storePath] where is kept what passed
 * @returns {import('./suites.mjs').Suite['run']}
 */
export function runUnlessPassed({ name, sources }, run, storePath) {
  const path = storePath ?? join(STATE_DIR, 'test', `${name}.passed.json`)
  return async ({ canReuse }) => {
    // Without git nobody knows which files belong to the project: then it runs.
    const hash = await hashSources(sources).catch(() => null)
    const before = canReuse ? await readPassed(path) : null
    if (before !== null && before.hash === hash) return createReuseReport(name, before.passed)
    const report = await run()
    if (report.failed === 0 && hash !== null)
      await writePassed(path, { hash, passed: report.passed })
    return report
  }
}

/**
 * @param {string} name
 * @param {number} passed
 */
const createReuseReport = (name, passed) =>
  createReport({
    skipped: passed,
    notes: [
      `not run again: the ${passed} tests of ${name}, which passed with the same files; npm test -- --only ${name} runs them`,
    ],
  })

/** @param {RegExp} sources */
async function hashSources(sources) {
  const hash = createHash('sha256')
  for (const file of (await listProjectFiles()).filter((name) => sources.test(name)).sort()) {
    const content = await readFile(join(ROOT, file)).catch(() => '')
    hash.update(`${file}\n${content.length}\n`).update(content)
  }
  hash.update(await readFile(TOOLBOX_BINARY).catch(() => ''))
  return hash.digest('hex')
}

/**
 * @param {string} path
 * @returns {Promise<{ hash: string, passed: number } | null>}
 */
async function readPassed(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return null
  }
}

/**
 * @param {string} path
 * @param {{ hash: string, passed: number }} passed
 */
async function writePassed(path, passed) {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, JSON.stringify(passed))
}
