import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ROOT } from '../set-up/paths.mjs'

export const START_USAGE = `Usage: npm start -- [options]

Starts Dharma Guard: installs what is missing, starts all services and prints the URL to open. Ctrl-C stops it.

  --network local|testnet  local (default): a Flow emulator with a world of wallets; testnet: the public test network
  --keep                   continue with the world of the last start instead of the original one
  --fresh                  create the world anew, with a history up to now
  --port N                 port of the web app (default 3000)
  --api-port N             port of the API (default 3001)
  --dev                    rebuild the web app while you edit it
  --help                   this text
`

/**
 * Throws an error with a sentence when an option or its value is unknown.
 * @param {string[]} args
 */
export function parseStartOptions(args) {
  const { network, keep, fresh, dev, help, ...ports } = parseFlags(args)
  const networks = listNetworks()
  if (!networks.includes(network)) {
    throw new Error(`--network is ${network}: use ${networks.join(' or ')}.`)
  }
  const port = parsePort('--port', ports.port)
  const apiPort = parsePort('--api-port', ports['api-port'])
  if (port === apiPort && port !== 0) {
    throw new Error(`--port and --api-port are both ${port}: use two different ports.`)
  }
  if (keep && fresh) throw new Error('--keep and --fresh exclude each other: use one of them.')
  return { network, keep, fresh, port, apiPort, dev, help }
}

/**
 * @param {string} option
 * @param {string} text
 */
function parsePort(option, text) {
  if (!/^\d+$/.test(text) || Number(text) > 65_535) {
    throw new Error(`${option} is ${text}: use a number from 0 to 65535.`)
  }
  return Number(text)
}

/** @param {string[]} args */
function parseFlags(args) {
  try {
    return parseArgs({
      args,
      options: {
        network: { type: 'string', default: 'local' },
        keep: { type: 'boolean', default: false },
        fresh: { type: 'boolean', default: false },
        port: { type: 'string', default: '3000' },
        'api-port': { type: 'string', default: '3001' },
        dev: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new Error(`${reason}: see npm start -- --help.`)
  }
}

/** Names of the defined networks: TypeScript cannot be imported before set-up. */
function listNetworks() {
  return readdirSync(join(ROOT, 'packages/values/src/networks')).map((file) =>
    file.replace(/\.ts$/, ''),
  )
}
