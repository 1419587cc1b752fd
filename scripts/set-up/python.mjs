import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { computeFingerprint, isStamped, writeStamp } from './fingerprint.mjs'
import { ROOT, STATE_DIR } from './paths.mjs'
import { readCommandOutput } from './run-child.mjs'
import { runCommand } from './run-command.mjs'

/** Packages with their hashes; how they are pinned is in tools/schemathesis/README.md. */
const REQUIREMENTS = join(ROOT, 'tools/schemathesis/requirements.txt')
const ENVIRONMENT = join(STATE_DIR, 'python')
const STAMP = `${ENVIRONMENT}.stamp`
const MIN_MINOR_VERSION = 11

/** Returns what the machine lacks to run Python with packages, as a sentence; undefined when it lacks nothing. */
export async function findMissingPythonRequirements() {
  const version = await readCommandOutput('python3', ['--version'])
  if (!isPythonNewEnough(version)) {
    return version
      ? `Python is too old (${version}): install Python 3.${MIN_MINOR_VERSION} or newer.`
      : `Python is missing: install Python 3.${MIN_MINOR_VERSION} or newer.`
  }
  const hasPip = await readCommandOutput('python3', ['-c', 'import ensurepip, venv'])
  return hasPip === undefined
    ? 'Python has no venv: install its package, such as python3-venv.'
    : undefined
}

/** @param {string | undefined} version such as 'Python 3.11.7' */
export function isPythonNewEnough(version) {
  const minor = version?.match(/^Python 3\.(\d+)/)?.[1]
  return minor !== undefined && Number(minor) >= MIN_MINOR_VERSION
}

/**
 * Installs the locked Python packages into `.dharma/python`, unless exactly these are installed.
 * @param {(pid: number) => void} onStart
 */
export async function installPythonPackages(onStart) {
  const wanted = await computeFingerprint(ROOT, [REQUIREMENTS])
  if (await isStamped(STAMP, wanted)) return
  await rm(ENVIRONMENT, { recursive: true, force: true })
  const title = 'Installing the Python packages of the tests'
  const shared = { title, cwd: ROOT, onStart }
  await runCommand({ ...shared, command: ['python3', '-m', 'venv', ENVIRONMENT] })
  const options = ['--quiet', '--require-hashes', '--only-binary', ':all:']
  await runCommand({
    ...shared,
    command: [join(ENVIRONMENT, 'bin/pip'), 'install', ...options, '-r', REQUIREMENTS],
  })
  await writeStamp(STAMP, wanted)
}
