import { parseArgs } from 'node:util'

export const START_USAGE = `Usage: npm start -- [options]

Starts Dharma Guard: sets up what is missing, boots it and prints the URL to open. Ctrl-C ends it.

  --network local|testnet  local (default): a Flow emulator with a world of wallets; testnet: the public test network
  --keep                   go on with the world of the last start instead of a fresh one
  --port N                 port of the web app (default 3000)
  --dev                    rebuild the web app while you edit it
  --help                   this text
`

/**
 * @typedef {object} StartOptions
 * @property {'local' | 'testnet'} network
 * @property {number} port of the web app
 * @property {boolean} dev
 * @property {boolean} help
 */

/**
 * @param {string[]} args
 * @returns {StartOptions}
 * @throws {Error} with a sentence when an option or its value is unknown
 */
export function parseStartOptions(args) {
  const { network, port, dev, help } = parseFlags(args)
  if (network !== 'local' && network !== 'testnet') {
    throw new Error(`--network is ${network}: give local or testnet.`)
  }
  if (!/^\d+$/.test(port) || Number(port) > 65_535) {
    throw new Error(`--port is ${port}: give a number from 0 to 65535.`)
  }
  return { network, port: Number(port), dev, help }
}

/** @param {string[]} args */
function parseFlags(args) {
  try {
    return parseArgs({
      args,
      options: {
        network: { type: 'string', default: 'local' },
        keep: { type: 'boolean', default: false },
        port: { type: 'string', default: '3000' },
        dev: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new Error(`${reason}: see npm start -- --help.`)
  }
}
