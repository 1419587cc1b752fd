import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { NODE_BINARY, ROOT } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { createReport } from './test-report.mjs'

const { DHARMA_LABELLED_DATA } = process.env

/** Returns why the acceptance thresholds cannot be checked here. The labelled sets are not part of this repository. */
export const findMissingAccuracyRequirements = () =>
  DHARMA_LABELLED_DATA
    ? undefined
    : 'DHARMA_LABELLED_DATA is not set: set it to a folder with labelled wallets (see docs/scoring.md).'

/**
 * Checks the accuracy of the shipped tables on labelled wallets against the acceptance thresholds.
 * @returns {Promise<import('./test-report.mjs').TestReport>}
 */
export async function runAccuracy() {
  const files = await listFiles(resolve(ROOT, DHARMA_LABELLED_DATA ?? ''))
  const { code, output } = await runChild({
    command: [NODE_BINARY, join(ROOT, 'apps/lab/src/backtest.ts'), '--check', ...files],
    cwd: ROOT,
    isSilent: true,
  })
  const result = code === 0 ? { passed: 1 } : { failed: 1 }
  return createReport({ ...result, output, isVerbose: true })
}

/**
 * Returns the files of labelled wallets in a folder. If there are none, returns the folder itself, which the
 * backtest rejects with an error.
 * @param {string} folder
 */
async function listFiles(folder) {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => /\.jsonl(\.gz)?$/.test(name)).sort()
  return files.length === 0 ? [folder] : files.map((name) => join(folder, name))
}
