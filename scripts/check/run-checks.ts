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
export async function runStaticChecks(): Promise<{
  passed: number
  failed: number
  output: string
}> {
  const results = await Promise.all(listChecks().map(runCheck))
  const failed = results.filter(({ code }) => code !== 0).length
  const output = results.map(formatResult).join('\n')
  return { passed: results.length - failed, failed, output }
}

type CheckResult = Awaited<ReturnType<typeof runCheck>>

async function runCheck({ name, command }: Check) {
  const startedMs = Date.now()
  const env = { NO_COLOR: '1', FORCE_COLOR: undefined }
  const { code, output } = await runChild({ command, cwd: ROOT, env, isSilent: true })
  return { name, code, output, seconds: ((Date.now() - startedMs) / 1000).toFixed(1) }
}

function formatResult({ name, code, output, seconds }: CheckResult): string {
  return code === 0 ? `✓ ${name} (${seconds} s)` : `✗ ${name} (${seconds} s)\n${output}`
}

/** Leaves out checks of what does not exist. */
function listChecks(): Check[] {
  return [
    {
      name: 'Biome',
      command: [NODE_BINARY, resolvePackageScript('@biomejs/biome/bin/biome'), 'check', '.'],
    },
    ...listTypeScriptChecks(),
    {
      name: 'walls',
      command: [
        NODE_BINARY,
        resolvePackageScript('dependency-cruiser/bin/dependency-cruiser.mjs'),
        ...['--config', join(ROOT, 'walls.config.mjs'), '--output-type', 'err'],
        ...['packages', 'apps', 'scripts', 'bench'],
      ],
    },
    { name: 'knip', command: [NODE_BINARY, resolvePackageScript('knip/bin/knip.js')] },
    {
      name: 'generated files',
      command: [NODE_BINARY, join(ROOT, 'scripts/generate.ts'), '--check'],
    },
    {
      name: 'wall time in tests',
      command: [NODE_BINARY, join(ROOT, 'scripts/check/find-wall-time.ts')],
    },
    {
      name: 'secrets',
      command: [NODE_BINARY, resolvePackageScript('secretlint/bin/secretlint.js'), '**/*'],
    },
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
      command: [
        NODE_BINARY,
        resolvePackageScript('typescript-native/bin/tsc'),
        '-p',
        join(ROOT, workspace, 'tsconfig.json'),
        // Several threads check the same types several times: as long, and twice the processor time.
        '--singleThreaded',
        '--incremental',
        '--tsBuildInfoFile',
        join(STATE_DIR, 'check', `${workspace.replaceAll('/', '-')}.tsbuildinfo`),
      ],
    }))
}

/** None when the Flow tools were not built (npm run check only brings existing ones up to date). */
function listCadenceChecks(): Check[] {
  if (!existsSync(TOOLBOX_BINARY)) return []
  const dirs = ['contracts', 'transactions', 'scripts', 'examples'].map((dir) =>
    join(CONTRACTS_DIR, dir),
  )
  const flowJson = join(CONTRACTS_DIR, 'flow.json')
  return [
    { name: 'Cadence lint', command: [TOOLBOX_BINARY, 'lint', '--flow-json', flowJson, ...dirs] },
  ]
}
