import { setUp } from './set-up.mjs'
import { describeBusyPort } from './start/find-busy-port.mjs'
import { runSupervised } from './start/run-supervised.mjs'
import { parseStartOptions, START_USAGE } from './start/start-options.mjs'

const args = process.argv.slice(2)
const options = readOptions()
if (options.help) {
  console.log(START_USAGE)
  process.exit(0)
}
const problem = await describeBusyPort({ web: options.port, api: options.apiPort })
if (problem !== undefined) exitWithError(problem)
await setUp({
  toolbox: options.network === 'local',
  web: !options.dev,
  alternative: ', or run with --network testnet',
})
process.exit(await runSupervised(['apps/world/src/main.ts', ...args]))

function readOptions() {
  try {
    return parseStartOptions(args)
  } catch (error) {
    return exitWithError(error instanceof Error ? error.message : String(error))
  }
}

/**
 * @param {string} sentence
 * @returns {never}
 */
function exitWithError(sentence) {
  console.error(sentence)
  process.exit(1)
}
