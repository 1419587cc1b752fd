import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  CONTRACTS_DIR,
  NODE_BINARY,
  ROOT,
  resolvePackageScript,
  STATE_DIR,
  TOOLBOX_BINARY,
} from '../set-up/paths.mjs'

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {[string, ...string[]]} command
 */

/**
 * Returns all static checks. Leaves out checks of what does not exist.
 * @returns {Check[]}
 */
export function listChecks() {
  return [
    {
      name: 'Biome',
      command: [NODE_BINARY, resolvePackageScript('@biomejs/biome/bin/biome'), 'check', '.'],
    },
    ...listTypeScriptChecks(),
    { name: 'lock file', command: [NODE_BINARY, join(ROOT, 'scripts/check/check-lock-file.mjs')] },
    { name: 'knip', command: [NODE_BINARY, resolvePackageScript('knip/bin/knip.js')] },
    {
      name: 'generated files',
      command: [NODE_BINARY, join(ROOT, 'scripts/generate.ts'), '--check'],
    },
    {
      name: 'function names',
      command: [NODE_BINARY, join(ROOT, 'scripts/check/check-function-names.mjs')],
    },
    {
      name: 'SQL files',
      command: [NODE_BINARY, join(ROOT, 'scripts/check/check-sql-files.mjs')],
    },
    { name: 'secrets', command: [NODE_BINARY, join(ROOT, 'scripts/check/check-secrets.mjs')] },
    ...listCadenceChecks(),
  ]
}

/** @returns {Check[]} one for each directory with a tsconfig.json */
function listTypeScriptChecks() {
  const workspaces = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
  )
  return ['.', ...workspaces]
    .filter((workspace) => existsSync(join(ROOT, workspace, 'tsconfig.json')))
    .map((workspace) => ({
      name: `TypeScript ${workspace}`,
      command: [
        NODE_BINARY,
        resolvePackageScript('typescript/bin/tsc'),
        '-p',
        join(ROOT, workspace, 'tsconfig.json'),
        '--incremental',
        '--tsBuildInfoFile',
        join(STATE_DIR, 'check', `${workspace.replaceAll('/', '-')}.tsbuildinfo`),
      ],
    }))
}

/** @returns {Check[]} none when the Flow tools were not built (npm run check only brings existing ones up to date) */
function listCadenceChecks() {
  if (!existsSync(TOOLBOX_BINARY)) return []
  const dirs = ['contracts', 'transactions', 'scripts', 'examples'].map((dir) =>
    join(CONTRACTS_DIR, dir),
  )
  const flowJson = join(CONTRACTS_DIR, 'flow.json')
  return [
    { name: 'Cadence lint', command: [TOOLBOX_BINARY, 'lint', ...dirs] },
    { name: 'public surface', command: [TOOLBOX_BINARY, 'surface', '--flow-json', flowJson] },
  ]
}
