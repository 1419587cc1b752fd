import { setUp } from './set-up.mjs'
import { busyPortProblem } from './start/find-busy-port.mjs'
import { runUnderUs } from './start/run-under-us.mjs'
import { parseStartOptions, START_USAGE } from './start/start-options.mjs'

const args = process.argv.slice(2)
const options = readOptions()
if (options.help) {
  console.log(START_USAGE)
  process.exit(0)
}
const busy = await busyPortProblem({ web: options.port, api: options.apiPort })
if (busy !== undefined) endWith(busy)
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
