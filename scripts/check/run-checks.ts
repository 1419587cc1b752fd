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
import { runChild } from '../set-up/run-child.mjs'

interface Check {
  name: string
  command: [string, ...string[]]
}

/** Runs all static checks in parallel. The output has a line for each, and what those that failed printed. */
export async function runStaticChecks() {
  const results = await Promise.all(listChecks().map(runCheck))
  const failed = results.filter(({ code }) => code !== 0).length
  const output = results.map(({ text }) => text).join('\n')
  return { passed: results.length - failed, failed, output }
}

async function runCheck({ name, command }: Check) {
  const startedMs = Date.now()
  const env = { NO_COLOR: '1', FORCE_COLOR: undefined }
  const { code, output } = await runChild({ command, cwd: ROOT, env })
  const title = `${name} (${((Date.now() - startedMs) / 1000).toFixed(1)} s)`
  return { code, text: code === 0 ? `✓ ${title}` : `✗ ${title}\n${output}` }
}

const runPackage = (path: string, ...args: string[]): Check['command'] => [
  NODE_BINARY,
  resolvePackageScript(path),
  ...args,
]

/** Leaves out checks of what does not exist. */
function listChecks(): Check[] {
  const walls = ['--config', join(ROOT, 'walls.config.mjs'), '--output-type', 'err']
  return [
    { name: 'Biome', command: runPackage('@biomejs/biome/bin/biome', 'check', '.') },
    ...listTypeScriptChecks(),
    {
      name: 'walls',
      command: runPackage(
        'dependency-cruiser/bin/dependency-cruiser.mjs',
        ...walls,
        ...['packages', 'apps', 'scripts', 'bench'],
      ),
    },
    { name: 'knip', command: runPackage('knip/bin/knip.js') },
    {
      name: 'generated files',
      command: [NODE_BINARY, join(ROOT, 'scripts/generate.ts'), '--check'],
    },
    { name: 'secrets', command: runPackage('secretlint/bin/secretlint.js', '**/*') },
    ...listCadenceChecks(),
  ]
}

/** One for each folder with a tsconfig.json. */
function listTypeScriptChecks(): Check[] {
  const workspaces = ['packages', 'apps'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).map((name) => `${folder}/${name}`),
  )
  return ['.', ...workspaces]
    .filter((workspace) => existsSync(join(ROOT, workspace, 'tsconfig.json')))
    .map((workspace) => ({
      name: `TypeScript ${workspace}`,
      command: runPackage(
        'typescript-native/bin/tsc',
        ...['-p', join(ROOT, workspace, 'tsconfig.json')],
        // Several threads check the same types several times: as long, and twice the processor time.
        ...['--singleThreaded', '--incremental', '--tsBuildInfoFile'],
        join(STATE_DIR, 'check', `${workspace.replaceAll('/', '-')}.tsbuildinfo`),
      ),
    }))
}

/** None when the Flow tools were not built (npm run check only brings existing ones up to date). */
function listCadenceChecks(): Check[] {
  if (!existsSync(TOOLBOX_BINARY)) return []
  const [flowJson = '', ...dirs] = [
    'flow.json',
    ...['contracts', 'transactions', 'scripts', 'examples'],
  ].map((name) => join(CONTRACTS_DIR, name))
  return [
    { name: 'Cadence lint', command: [TOOLBOX_BINARY, 'lint', '--flow-json', flowJson, ...dirs] },
  ]
}
