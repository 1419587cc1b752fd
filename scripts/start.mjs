import { setUp } from './set-up.mjs'
import { findBusyPort } from './start/find-busy-port.mjs'
import { runUnderUs } from './start/run-under-us.mjs'
import { parseStartOptions, START_USAGE } from './start/start-options.mjs'

const API_PORT = 3001

const args = process.argv.slice(2)
const options = readOptions()
if (options.help) {
  console.log(START_USAGE)
  process.exit(0)
}
const busy = await findBusyPort([options.port, API_PORT])
if (busy !== undefined) {
  const wayOut = busy === API_PORT ? '' : ', or choose another with --port N'
  endWith(`Port ${busy} is in use: end the program that listens on it${wayOut}.`)
}
await setUp({
  toolbox: options.network === 'local',
  web: !options.dev,
  wayOut: ', or run with --network testnet',
})
process.exit(await runUnderUs(['apps/world/src/main.ts', ...args]))

function readOptions() {
  try {
    return parseStartOptions(args)
  } catch (error) {
    return endWith(error instanceof Error ? error.message : String(error))
  }
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function endWith(sentence) {
  console.error(sentence)
  process.exit(1)
}
