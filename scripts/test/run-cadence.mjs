import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTRACTS_DIR, TOOLBOX_BINARY } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { createReport, parseCadenceOutput } from './test-report.mjs'

/** @returns {Promise<import('./test-report.mjs').TestReport>} */
export async function runCadenceTests() {
  const names = await readdir(join(CONTRACTS_DIR, 'tests'), { recursive: true }).catch(() => [])
  const files = names.filter((name) => name.endsWith('_test.cdc')).sort()
  if (files.length === 0) return createReport({})
  const { output } = await runChild({
    command: [TOOLBOX_BINARY, 'test', '--cover', ...files.map((name) => join('tests', name))],
    cwd: CONTRACTS_DIR,
  })
  return parseCadenceOutput(output)
}
