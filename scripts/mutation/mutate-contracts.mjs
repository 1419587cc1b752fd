import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CONTRACTS_DIR, STATE_DIR, TOOLBOX_BINARY } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { setUp } from '../set-up.mjs'

/**
 * Tests of measured computation and bytes fail on almost every change, even a harmless one. Random walks and the
 * ten thousand wallets take longer than all other tests together. So only tests of the rules count for the score.
 */
const SKIPPED_TESTS = '^(storage|ten_thousand_wallets|(.+_)?(costs|property))_test'

/**
 * Changes the contracts in small ways and counts which changes their tests detect.
 * @param {string[]} options of `toolbox mutate`
 * @returns {Promise<number>} exit code
 */
export async function mutateContracts(options) {
  await setUp({ toolbox: true, web: false })
  const names = await readdir(join(CONTRACTS_DIR, 'contracts'), { recursive: true })
  const contractFiles = names.filter((name) => /\bDharma\w+\.cdc$/.test(name)).sort()
  const { code } = await runChild({
    command: [
      TOOLBOX_BINARY,
      'mutate',
      ...['--state', join(STATE_DIR, 'mutation')],
      ...['--skip-tests', SKIPPED_TESTS],
      ...options,
      ...contractFiles.map((name) => join('contracts', name)),
    ],
    cwd: CONTRACTS_DIR,
  })
  return code
}
