import { join } from 'node:path'
import { acquireLock } from './set-up/lock.mjs'
import { installPackages } from './set-up/packages.mjs'
import { STATE } from './set-up/paths.mjs'
import { endCommands } from './set-up/run-command.mjs'
import { knownCause, SetUpError } from './set-up/set-up-error.mjs'
import { buildToolbox, lackForToolbox } from './set-up/toolbox.mjs'
import { buildWeb } from './set-up/web-build.mjs'

const LOCK = join(STATE, 'set-up.lock')
const OLDEST_NODE = 20
const PATIENCE_MS = 3000

/**
 * Makes what is missing: the locked packages, then, where wanted, the Flow tools and the web app.
 * What can be known in a second is asked before minutes are spent. Does nothing quickly when
 * everything is there; may be interrupted and repeated at any moment.
 * Ends the process with one sentence and exit code 1 when something cannot be made.
 * @param {{ toolbox?: boolean, web?: boolean, wayOut?: string }} [wanted] wayOut: what else can be
 *   done where the Flow tools cannot be made, to be added to the sentence
 */
export async function setUp({ toolbox = false, web = false, wayOut = '' } = {}) {
  try {
    proveNodeVersion()
    const lack = toolbox ? await lackForToolbox() : undefined
    if (lack) throw new SetUpError(`${lack}${wayOut}.`)
    await makeMissing({ toolbox, web })
  } catch (error) {
    console.error(sentenceFor(error))
    process.exit(1)
  }
}

function proveNodeVersion() {
  if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) return
  throw new SetUpError(`Install Node ${OLDEST_NODE} or newer (this is ${process.versions.node}).`)
}

/** @param {{ toolbox: boolean, web: boolean }} wanted */
async function makeMissing({ toolbox, web }) {
  const lock = await acquireLock(LOCK, {
    onWait: (pid) =>
      console.log(
        `Another set-up is at work (process ${pid}): waiting for it. If it is not, delete ${LOCK}.`,
      ),
  })
  const stopListening = endOnSignal(lock.release)
  try {
    await installPackages(lock.share)
    if (toolbox) await buildToolbox(lock.share)
    if (web) await buildWeb(lock.share)
  } finally {
    stopListening()
    lock.release()
  }
}

/** @param {() => void} release */
function endOnSignal(release) {
  const end = async () => {
    stopListening()
    await endCommands(PATIENCE_MS)
    release()
    console.error('Set-up was interrupted: run the command again to go on.')
    process.exit(130)
  }
  const stopListening = () => {
    process.off('SIGINT', end)
    process.off('SIGTERM', end)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
  return stopListening
}

/** @param {unknown} error */
function sentenceFor(error) {
  if (error instanceof SetUpError) return error.message
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return knownCause(text) ?? `Set-up failed: ${text}`
}
