import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { NODE_BINARY, ROOT } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { createReport } from './test-report.mjs'

const { DHARMA_LABELLED_DATA } = process.env

/** Why the bars of the score cannot be measured here; the sets are no part of this repository. */
export const findMissingForAccuracy = () =>
  DHARMA_LABELLED_DATA
    ? undefined
    : 'DHARMA_LABELLED_DATA names no folder with labelled wallets (docs/scoring.md says which).'

/**
 * Measures the shipped tables on labelled wallets, against their bars.
 * @returns {Promise<import('./test-report.mjs').Tally>}
 */
export async function runAccuracy() {
  const files = await listFiles(resolve(ROOT, DHARMA_LABELLED_DATA ?? ''))
  const { code } = await runChild({
    command: [NODE_BINARY, join(ROOT, 'apps/lab/src/backtest.ts'), '--check', ...files],
    cwd: ROOT,
  })
  return createReport(code === 0 ? { passed: 1 } : { failed: 1 })
}

/**
 * Files of labelled wallets in a folder; the folder itself, which the backtest then complains of, when
 * it holds none.
 * @param {string} folder
 */
async function listFiles(folder) {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => /\.jsonl(\.gz)?$/.test(name)).sort()
  return files.length === 0 ? [folder] : files.map((name) => join(folder, name))
}
