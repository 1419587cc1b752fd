import { join } from 'node:path'
import { takeAgentAccount } from '@app/server/config.ts'
import { parseStartOptions, START_USAGE } from '../../../scripts/start/start-options.mjs'
import { databaseServer, ENVIRONMENT, STATE, toolboxPath } from './environment.ts'
import { createWorld } from './local/create-world.ts'
import { createProgress } from './progress.ts'
import { sentenceOf } from './sentence-of.ts'
import { createTestnet } from './testnet/create-testnet.ts'
import { watchNode } from './testnet/watch-node.ts'

/** What the process runs until it is asked to stop. */
interface Running {
  /** Lines to print when everything answers. */
  lines: string[]
  /** Resolves with a sentence when it cannot go on. */
  failed: Promise<string>
  stop(): Promise<void>
}

type Options = ReturnType<typeof parseStartOptions>

/** Runs the network that was asked for, until asked to stop; returns the exit code. */
async function main(): Promise<number> {
  const options = parseStartOptions(process.argv.slice(2))
  if (options.help) return say(START_USAGE, 0)
  const stop = stopRequest()
  try {
    const running = await (options.network === 'local' ? runLocal : runTestnet)(options, stop)
    for (const line of running.lines) say(line, 0)
    const problem = await Promise.race([running.failed, aborted(stop)])
    await running.stop()
    return problem === null ? 0 : say(problem, 1)
  } catch (error) {
    return stop.aborted ? 0 : say(sentenceOf(error), 1)
  }
}

async function runLocal(options: Options, signal: AbortSignal): Promise<Running> {
  const world = await createWorld({
    dataDir: join(STATE, 'local'),
    worldFile: join(STATE, 'world.json'),
    toolbox: toolboxPath(),
    databaseServer: databaseServer(),
    ...settingsOf(options),
    keep: options.keep,
    signal,
  })
  const wallet = `The dev wallet at ${world.urls.wallet} listens on all interfaces and signs for everybody: use it on a network you trust.`
  return { ...world, lines: [...places(world.urls), wallet, openLine(world.urls.web)] }
}

async function runTestnet(options: Options): Promise<Running> {
  const testnet = await createTestnet({
    dataDir: join(STATE, 'testnet'),
    databaseUrl: databaseServer(),
    environment: ENVIRONMENT,
    agent: ENVIRONMENT.DHARMA_AGENT_ADDRESS ? takeAgentAccount() : null,
    ...settingsOf(options),
  })
  const watch = watchNode(testnet.server, (sentence) => say(sentence, 0))
  return {
    lines: [...places(testnet.urls), openLine(testnet.urls.web)],
    failed: testnet.failed,
    stop: async () => {
      watch.stop()
      await testnet.stop()
    },
  }
}

function settingsOf({ port, apiPort, dev }: Options) {
  return {
    ports: { web: port, api: apiPort },
    web: dev ? 'dev' : 'built',
    onProgress: createProgress((line) => say(line, 0)),
  } as const
}

const places = ({ api }: { api: string }) => [`API ${api}, its reference ${api}/docs`]
const openLine = (web: string) => `Dharma Guard is ready: open ${web}`

/** Aborts when the process is asked to end, or when its parent is gone. */
function stopRequest(): AbortSignal {
  const stop = new AbortController()
  for (const event of ['SIGINT', 'SIGTERM', 'disconnect'] as const) {
    process.once(event, () => stop.abort())
  }
  return stop.signal
}

function aborted(signal: AbortSignal): Promise<null> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(null)
    signal.addEventListener('abort', () => resolve(null), { once: true })
  })
}

function say(line: string, code: number): number {
  const stream = code === 0 ? process.stdout : process.stderr
  stream.write(`${line}\n`)
  return code
}

process.exit(await main())
