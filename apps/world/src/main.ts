import { once } from 'node:events'
import { join } from 'node:path'
import { readAndClearAgentAccount } from '@app/server/config.ts'
import { FatalError } from '@app/values/errors.ts'
import { isNetwork, NETWORKS, type Network } from '@app/values/network.ts'
import { TOOLBOX_BINARY } from '../../../scripts/set-up/paths.mjs'
import { parseStartOptions, START_USAGE } from '../../../scripts/start/start-options.mjs'
import { createElapsedTimePrinter } from './create-elapsed-time-printer.ts'
import {
  createPublicNetwork,
  reportNodeOutages,
  waitForFirstCall,
} from './create-public-network.ts'
import { ENVIRONMENT, WORLDS_DIR } from './environment.ts'
import { formatStartError } from './format-start-error.ts'
import { createWorld } from './local/create-world.ts'

type Options = ReturnType<typeof parseStartOptions> & { network: Network }

const { DATABASE_URL, DHARMA_PRESENT: PRESENT } = ENVIRONMENT

/** Runs the requested network until it is asked to stop; returns the exit code. */
async function main(): Promise<number> {
  const { network, ...options } = parseStartOptions(process.argv.slice(2))
  if (options.help) return printLine(START_USAGE, 0)
  if (!isNetwork(network)) return printLine(`There is no network ${network}.`, 1)
  const stop = createStopSignal()
  try {
    const start = NETWORKS[network].isPublic ? startPublicNetwork : startLocal
    const running = await start({ ...options, network }, stop)
    if (!stop.aborted) for (const line of running.lines) printLine(line, 0)
    const problem = await Promise.race([running.failed, waitForAbort(stop)])
    await running.stop()
    return problem === null ? 0 : printLine(problem, 1)
  } catch (error) {
    return stop.aborted ? 0 : printLine(formatStartError(error), 1)
  }
}

async function startLocal(options: Options, signal: AbortSignal) {
  const world = await createWorld({
    dataDir: join(WORLDS_DIR, 'local'),
    worldFile: join(WORLDS_DIR, 'world.json'),
    toolbox: TOOLBOX_BINARY,
    databaseServerUrl: DATABASE_URL || null,
    ...toSharedOptions(options),
    keep: options.keep,
    fresh: options.fresh,
    ...(PRESENT ? { presentMs: parsePresent(PRESENT) } : {}),
    signal,
  })
  const wallet = `The dev wallet at ${world.urls.wallet} listens on all interfaces and signs for every account: use it only on a network you trust.`
  return {
    ...world,
    lines: [...formatApiLines(world.urls), wallet, formatReadyLine(world.urls.web)],
  }
}

function parsePresent(text: string): number {
  const presentMs = Date.parse(text)
  if (Number.isNaN(presentMs)) {
    throw new FatalError(`DHARMA_PRESENT is '${text}': write a time such as 2025-11-14T15:00Z.`)
  }
  return presentMs
}

async function startPublicNetwork(options: Options, signal: AbortSignal) {
  const running = await createPublicNetwork({
    network: options.network,
    dataDir: join(WORLDS_DIR, options.network),
    databaseUrl: DATABASE_URL || null,
    environment: ENVIRONMENT,
    agent: ENVIRONMENT.DHARMA_AGENT_ADDRESS ? readAndClearAgentAccount() : null,
    ...toSharedOptions(options),
  })
  const { web } = running.urls
  const outage = await waitForFirstCall(running.server, signal)
  const nodeReporter = reportNodeOutages(running.server, {
    outage: (message) => printLine(formatOutageLine(message, web), 0),
    recovery: () => printLine(`The access node answers. ${formatReadyLine(web)}`, 0),
  })
  return {
    lines: [
      ...formatApiLines(running.urls),
      outage === null ? formatReadyLine(web) : formatOutageLine(outage, web),
    ],
    failed: running.failed,
    stop: async () => {
      nodeReporter.stop()
      await running.stop()
    },
  }
}

function toSharedOptions({ port, apiPort, dev }: Options) {
  return {
    ports: { web: port, api: apiPort },
    web: dev ? 'dev' : 'built',
    onProgress: createElapsedTimePrinter((line) => printLine(line, 0)),
  } as const
}

const formatApiLines = ({ api }: { api: string }) => [`API ${api}, its reference ${api}/docs`]
const formatOutageLine = (message: string, web: string) =>
  `Not ready: ${message} It is tried again; until then ${web} shows what is indexed.`
const formatReadyLine = (web: string) => `Dharma Guard is ready: open ${web}`

/** Aborts on SIGINT or SIGTERM, or when the parent process disconnects. */
function createStopSignal(): AbortSignal {
  const stop = new AbortController()
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
    process.once(event, () => stop.abort())
  }
  return stop.signal
}

async function waitForAbort(signal: AbortSignal): Promise<null> {
  if (!signal.aborted) await once(signal, 'abort')
  return null
}

function printLine(line: string, code: number): number {
  const stream = code === 0 ? process.stdout : process.stderr
  stream.write(`${line}\n`)
  return code
}

process.exit(await main())
