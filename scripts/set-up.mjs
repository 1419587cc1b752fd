import { join } from 'node:path'
import { acquireLock } from './set-up/lock.mjs'
import { installPackages } from './set-up/packages.mjs'
import { STATE } from './set-up/paths.mjs'
import { endCommands } from './set-up/run-command.mjs'
import { interruption, knownCause, SetUpError } from './set-up/set-up-error.mjs'
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
    await say(sentenceFor(error))
    process.exit(error instanceof SetUpError ? error.exitCode : 1)
  }
}

/**
 * Resolves when the text and all before it are out: a long output in a pipe is else cut by the exit.
 * @param {string} text
 */
const say = (text) => new Promise((resolve) => process.stderr.write(`${text}\n`, resolve))

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
  const signals = listenForSignals()
  try {
    await Promise.race([makeAll({ toolbox, web }, lock.share), signals.interrupted])
  } finally {
    signals.stop()
    lock.release()
  }
}

/**
 * @param {{ toolbox: boolean, web: boolean }} wanted
 * @param {(pid: number) => void} onStart
 */
async function makeAll({ toolbox, web }, onStart) {
  await installPackages(onStart)
  if (toolbox) await buildToolbox(onStart)
  if (web) await buildWeb(onStart)
}

/** What runs is ended first: interrupted rejects when nothing is left that could still write. */
function listenForSignals() {
  let onSignal = () => {}
  const interrupted = new Promise((_resolve, reject) => {
    onSignal = () => {
      endCommands(PATIENCE_MS).then(() => reject(interruption()), reject)
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
function sentenceFor(error) {
  if (error instanceof SetUpError) return error.message
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return knownCause(text) ?? `Set-up failed: ${text}`
}
