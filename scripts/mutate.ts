// Changes code in small ways and counts which changes its tests detect:
// npm run mutate -- contracts [--sample N] [--seed N] [--contract REGEX] [--list]
// npm run mutate -- values | score | indexer | agent [options of Stryker]

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PARTS } from './mutation/parts.ts'
import {
  CONTRACTS_DIR,
  NODE_BINARY,
  ROOT,
  resolvePackageScript,
  STATE_DIR,
  TOOLBOX_BINARY,
} from './set-up/paths.mjs'
import { runChild } from './set-up/run-child.mjs'
import { setUp } from './set-up.mjs'

const [part = '', ...options] = process.argv.slice(2)
if (part !== 'contracts' && PARTS[part] === undefined) {
  const names = ['contracts', ...Object.keys(PARTS)].join(' | ')
  console.error(`Usage: npm run mutate -- ${names} [options]`)
  process.exit(1)
}
const { code } = part === 'contracts' ? await mutateContracts() : await mutateTypeScript()
process.exitCode ||= code

/** Runs the tests of the contracts after each small change of them. */
async function mutateContracts() {
  /**
   * Tests of measured computation and bytes fail on almost every change, even a harmless one. Random walks and the
   * ten thousand wallets take longer than all other tests together. So only tests of the rules count for the score.
   */
  const skippedTests = '^(storage|ten_thousand_wallets|(.+_)?(costs|property))_test'
  await setUp({ toolbox: true })
  const names = await readdir(join(CONTRACTS_DIR, 'contracts'), { recursive: true })
  const contractFiles = names.filter((name) => /\bDharma\w+\.cdc$/.test(name)).sort()
  return runChild({
    command: [
      TOOLBOX_BINARY,
      'mutate',
      ...['--state', join(STATE_DIR, 'mutation')],
      ...['--skip-tests', skippedTests],
      ...options,
      ...contractFiles.map((name) => join('contracts', name)),
    ],
    cwd: CONTRACTS_DIR,
  })
}

/** Runs Stryker on one part, which fails when fewer than 85 % of the changes were detected. */
function mutateTypeScript() {
  const stryker = resolvePackageScript('@stryker-mutator/core/bin/stryker.js')
  const config = join(ROOT, 'scripts/mutation/stryker.config.mjs')
  return runChild({
    command: [NODE_BINARY, stryker, 'run', config, ...options],
    cwd: ROOT,
    env: { MUTATION_PART: part },
  })
}
