import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTRACTS, TOOLBOX } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { tallyCadence, tallyOf } from './tally.mjs'

/** @returns {Promise<import('./tally.mjs').Tally>} */
export async function runCadenceTests() {
  const names = await readdir(join(CONTRACTS, 'tests')).catch(() => [])
  const files = names.filter((name) => name.endsWith('_test.cdc')).sort()
  if (files.length === 0) return tallyOf({})
  const { output } = await runChild({
    command: [TOOLBOX, 'test', '--cover', ...files.map((name) => join('tests', name))],
    cwd: CONTRACTS,
  })
  return tallyCadence(output)
}
