import { join } from 'node:path'
import { acquireLock } from './set-up/lock.mjs'
import { installPackages } from './set-up/packages.mjs'
import { STATE_DIR } from './set-up/paths.mjs'
import { installPythonPackages } from './set-up/python.mjs'
import {
  createInterruptionError,
  findKnownCause,
  SetUpError,
  stopCommands,
} from './set-up/run-command.mjs'
import { buildToolbox, findMissingToolboxRequirements } from './set-up/toolbox.mjs'
import { buildWeb } from './set-up/web-build.mjs'

const LOCK = join(STATE_DIR, 'set-up.lock')
const MIN_NODE_VERSION = 20
const SHUTDOWN_TIMEOUT_MS = 3000

/**
 * Installs the locked packages and, if requested, the Python packages of the tests, and builds the Flow tools and
 * the web app, unless they exist.
 * Quick checks come before long work. Returns quickly if everything exists; may be interrupted and repeated
 * at any moment.
 * On failure, prints one sentence and ends the process with exit code 1.
 * @param {{ toolbox?: boolean, web?: boolean, python?: boolean, alternative?: string }} [wanted] alternative: text to append to
 *   the sentence if the Flow tools cannot be built, with what else the user can do
 */
export async function setUp(wanted = {}) {
  const { toolbox = false, web = false, python = false, alternative = '' } = wanted
  try {
    assertNodeVersion()
    const missing = toolbox ? await findMissingToolboxRequirements() : undefined
    if (missing) throw new SetUpError(`${missing}${alternative}.`)
    await withLock((onStart) => installAll({ toolbox, web, python }, onStart))
  } catch (error) {
    await writeError(formatError(error))
    process.exit(error instanceof SetUpError ? error.exitCode : 1)
  }
}

/**
 * Resolves after the text is written: otherwise the exit would truncate a long output to a pipe.
 * @param {string} text
 */
const writeError = (text) => new Promise((resolve) => process.stderr.write(`${text}\n`, resolve))

function assertNodeVersion() {
  if (Number.parseInt(process.versions.node, 10) >= MIN_NODE_VERSION) return
  throw new SetUpError(
    `Install Node ${MIN_NODE_VERSION} or newer (this is ${process.versions.node}).`,
  )
}

/** @param {(onStart: (pid: number) => void) => Promise<void>} install */
async function withLock(install) {
  const lock = await acquireLock(LOCK, {
    onWait: (pid) =>
      console.log(
        `Waiting for another set-up (process ${pid}). If that process is not a set-up, delete ${LOCK}.`,
      ),
  })
  const signals = listenForSignals()
  try {
    await Promise.race([install(lock.shareWith), signals.interrupted])
  } catch (error) {
    await stopCommands(SHUTDOWN_TIMEOUT_MS)
    throw error
  } finally {
    signals.stop()
    lock.release()
  }
}

/**
 * Compiles the Flow tools, which takes minutes and needs no packages, beside everything else.
 * @param {{ toolbox: boolean, web: boolean, python: boolean }} wanted
 * @param {(pid: number) => void} onStart
 */
async function installAll({ toolbox, web, python }, onStart) {
  await Promise.all([
    toolbox ? buildToolbox(onStart) : undefined,
    installPackages(onStart).then(() => (web ? buildWeb(onStart) : undefined)),
    python ? installPythonPackages(onStart) : undefined,
  ])
}

/** On a signal, stops running commands; `interrupted` rejects after none is left that could still write. */
function listenForSignals() {
  let onSignal = () => {}
  const interrupted = new Promise((_resolve, reject) => {
    onSignal = () => {
      stopCommands(SHUTDOWN_TIMEOUT_MS).then(() => reject(createInterruptionError()), reject)
    }
  })
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
  return {
    interrupted,
    stop() {
      process.off('SIGINT', onSignal)
      process.off('SIGTERM', onSignal)
    },
  }
}

/** @param {unknown} error */
function formatError(error) {
  if (error instanceof SetUpError) return error.message
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return findKnownCause(text) ?? `Set-up failed: ${text}`
}
