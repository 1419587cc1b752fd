import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { CONTRACTS, NODE, packageScript, ROOT, TOOLBOX } from '../set-up/paths.mjs'

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {[string, ...string[]]} command
 */

/**
 * Everything that is proved without running the product. What does not exist is not checked.
 * @returns {Check[]}
 */
export function listChecks() {
  return [
    { name: 'Biome', command: [NODE, packageScript('@biomejs/biome/bin/biome'), 'check', '.'] },
    ...typeScriptChecks(),
    { name: 'lock file', command: [NODE, join(ROOT, 'scripts/check/lock-file.mjs')] },
    { name: 'knip', command: [NODE, packageScript('knip/bin/knip.js')] },
    { name: 'generated files', command: [NODE, join(ROOT, 'scripts/generate.ts'), '--check'] },
    ...cadenceChecks(),
  ]
}

/** @returns {Check[]} one for each directory with a tsconfig.json */
function typeScriptChecks() {
  const rooms = ['packages', 'apps'].flatMap((part) =>
    readdirSync(join(ROOT, part)).map((name) => `${part}/${name}`),
  )
  return ['.', ...rooms]
    .filter((room) => existsSync(join(ROOT, room, 'tsconfig.json')))
    .map((room) => ({
      name: `TypeScript ${room}`,
      command: [NODE, packageScript('typescript/bin/tsc'), '-p', join(ROOT, room, 'tsconfig.json')],
    }))
}

/** @returns {Check[]} none when the Flow tools were not built (npm run check does not build them) */
function cadenceChecks() {
  if (!existsSync(TOOLBOX)) return []
  const dirs = ['contracts', 'transactions', 'scripts', 'examples'].map((dir) =>
    join(CONTRACTS, dir),
  )
  return [{ name: 'Cadence lint', command: [TOOLBOX, 'lint', ...dirs] }]
}
