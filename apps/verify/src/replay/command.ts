import { resolve } from 'node:path'
import { findRunningServer } from '@app/embedded-postgres/running-server.ts'
import type { BlockRange } from '@app/flow/read/chain.ts'
import { type Config, readAndClearConfig } from '@app/server/config.ts'
import { openReplayContext } from '@app/server/replay/open-replay-context.ts'
import type { ReplayReport } from '@app/server/replay/read-outcome.ts'
import {
  openSource,
  readAnyAccount,
  readIndexedBlocks,
  type SourceDatabase,
} from '@app/server/replay/read-source.ts'
import { type ReplayOptions, replayBlocks } from '@app/server/replay/replay-blocks.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORK_NAMES, NETWORKS, type Network } from '@app/values/network.ts'
import type { Command } from '../command-line.ts'
import { print, printError } from '../output.ts'
import { createProgress, formatBlockProgress, type Progress } from '../progress.ts'
import { createStopSignal, startTemporaryDatabase } from '../temporary-database.ts'
import { formatReplay, type ReplaySettings, toReplayJson } from './format-replay.ts'
import { parseReplayOptions, type ReplayCommandLine } from './parse-replay-options.ts'

export const replayCommand: Command = {
  failureCode: 1,
  usage: `Usage: npm run verify -- replay [--from HEIGHT] [--to HEIGHT] [--json]

Says what the agent would have done on past blocks, and how many ordinary wallets it would have accused.
Reads the database of a server and changes nothing there.

  --from HEIGHT     first block (default: the first that the server has indexed)
  --to HEIGHT       last block (default: the last one)
  --json            print the result as JSON
  --labels MODE     dated: the lists as they were at the time of a block; current: as they are now
                    (default: dated; current on a local network, whose clock is not that of the lists)
  --threshold N     score, 0 to 100, below which the agent accuses (default: LOW_SCORE_THRESHOLD, else 30)
  --no-auto-flag    warn only (default: AUTO_FLAG)
  --network NAME    ${NETWORK_NAMES.join(' or ')} (default: local; with DATABASE_URL, that of FLOW_NETWORK)
  --scratch-url URL an empty PostgreSQL database to work in, which keeps the result (default: a temporary one)

Without DATABASE_URL it reads the database of the running \`npm start\`. Exit code 0: done, whatever was found.
1: the database cannot be read, or an account could not be judged. 2: the command line is invalid.
`,
  run: async (args) => {
    const options = parseReplayOptions(args)
    using progress = createProgress(printError)
    const { report, settings } = await runReplay(options, progress)
    if (options.isJson)
      process.stdout.write(`${JSON.stringify(toReplayJson(report, settings), null, 2)}\n`)
    else for (const line of formatReplay(report, settings)) print(line)
    return report.problems.length === 0 ? 0 : 1
  },
}

const STATE_DIR = '.dharma'

async function runReplay(
  command: ReplayCommandLine,
  progress: Progress,
): Promise<{ report: ReplayReport; settings: ReplaySettings }> {
  await using resources = new AsyncDisposableStack()
  const environment = readAndClearConfig()
  const { url, network } = await findServer(environment, { ...command, stateDir: STATE_DIR })
  const source = await openSource(url, resources)
  await assertNetwork(source, network)
  const indexed = await readIndexedBlocks(source)
  const range = chooseRange(command, indexed)
  const config = buildConfig({ ...environment, network }, command)
  const databaseUrl =
    command.scratchUrl ?? (await startTemporaryDatabase(resources, progress.update))
  const context = await openReplayContext({ ...config, databaseUrl }, resources)
  const report = await replayBlocks(source, context, {
    range,
    indexedFrom: indexed?.fromHeight ?? range.fromHeight,
    labelMode: command.labels ?? (NETWORKS[network].isPublic ? 'dated' : 'current'),
    onBlock: createBlockReporter(range, progress),
    signal: createStopSignal(),
  })
  const { lowScoreThreshold, autoFlag } = config.agent
  return { report, settings: { network, lowScoreThreshold, autoFlag } }
}

/**
 * Finds the database to read: that of DATABASE_URL, else the embedded one of the running `npm start`. Throws
 * `FatalError` when there is none.
 */
async function findServer(
  config: Pick<Config, 'databaseUrl' | 'network'>,
  { network, stateDir }: { network: Network | null; stateDir: string },
): Promise<{ url: string; network: Network }> {
  const { databaseUrl } = config
  if (databaseUrl !== null) return { url: databaseUrl, network: network ?? config.network }
  const wanted = network ?? 'local'
  const url = await findRunningServer(resolve(stateDir, wanted, 'postgres'))
  if (url !== null) return { url, network: wanted }
  const start = wanted === 'local' ? 'npm start' : `npm start -- --network ${wanted}`
  throw new FatalError(
    `No server is running here for ${wanted}: run ${start}, or set DATABASE_URL to the database of one.`,
  )
}

async function assertNetwork(source: SourceDatabase, network: Network): Promise<void> {
  const account = await readAnyAccount(source)
  if (account === null || toAccountIndex(account, network) !== null) return
  throw new FatalError(
    `The database has accounts such as ${account}, which is not an address of ${network}: name its network with --network.`,
  )
}

/** Returns the blocks to replay. Throws `FatalError` when they are not all indexed. */
function chooseRange(
  { from, to }: Pick<ReplayCommandLine, 'from' | 'to'>,
  indexed: BlockRange | null,
): BlockRange {
  if (indexed === null) {
    throw new FatalError('The server has not indexed any block yet; wait until it has.')
  }
  const { fromHeight, toHeight } = indexed
  const range = { fromHeight: from ?? fromHeight, toHeight: to ?? toHeight }
  const isIndexed = range.fromHeight >= fromHeight && range.toHeight <= toHeight
  if (isIndexed && range.fromHeight <= range.toHeight) return range
  throw new FatalError(
    `The blocks from ${range.fromHeight} to ${range.toHeight} are not all indexed: the server has those from ${fromHeight} to ${toHeight}.`,
  )
}

/** The agent of a replay always judges, even where that of the server is switched off. */
function buildConfig(config: Config, { threshold, isAutoFlagOff }: ReplayCommandLine): Config {
  const lowScoreThreshold = threshold ?? config.agent.lowScoreThreshold
  const autoFlag = config.agent.autoFlag && !isAutoFlagOff
  return { ...config, agent: { ...config.agent, enabled: true, lowScoreThreshold, autoFlag } }
}

function createBlockReporter(range: BlockRange, progress: Progress): ReplayOptions['onBlock'] {
  let startMs: number | null = null
  return (height, isHistory) => {
    if (isHistory) return progress.update(`Written up to block ${height}, before the replay`)
    startMs ??= performance.now()
    progress.update(
      formatBlockProgress('Replayed', { ...range, height }, performance.now() - startMs),
    )
  }
}
