import { join } from 'node:path'
import { NODE_BINARY, ROOT, resolvePackageScript } from '../set-up/paths.mjs'
import { runChild } from '../set-up/run-child.mjs'
import { setUp } from '../set-up.mjs'

/**
 * Changes the TypeScript code of one part in small ways and prints which changes its tests do not detect.
 * @param {string} part a name of `PARTS`
 * @param {string[]} options of Stryker
 * @returns {Promise<number>} exit code: 1 when fewer than 85 % were detected
 */
export async function mutateTypeScript(part, options) {
  await setUp({ toolbox: false, web: false })
  const stryker = resolvePackageScript('@stryker-mutator/core/bin/stryker.js')
  const config = join(ROOT, 'scripts/mutation/stryker.config.mjs')
  const { code } = await runChild({
    command: [NODE_BINARY, stryker, 'run', config, ...options],
    cwd: ROOT,
    env: { MUTATION_PART: part },
  })
  return code
}
