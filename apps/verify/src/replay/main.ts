import { type Config, readAndClearConfig } from '@app/server/config.ts'
import { openReplayContext } from '@app/server/replay/open-replay-context.ts'
import { openSource } from '@app/server/replay/open-source.ts'
import { readAnyAccount, readIndexedBlocks, type Source } from '@app/server/replay/read-source.ts'
import { type ReplayOptions, replayBlocks } from '@app/server/replay/replay-blocks.ts'
import type { ReplayReport } from '@app/server/replay/replay-report.ts'
import { toAccountIndex } from '@app/values/account-index.ts'
import { FatalError } from '@app/values/errors.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'
import { UsageError } from '../command/options.ts'
import { print, printError, toExitCode } from '../command/output.ts'
import { createProgress, type Progress } from '../command/progress.ts'
import { formatBlockProgress } from '../rescan/format-block-progress.ts'
import { startTemporaryDatabase } from '../rescan/start-temporary-database.ts'
import { chooseRange } from './choose-range.ts'
import { findServer } from './find-server.ts'
import { formatReplay, type ReplaySettings } from './format-replay.ts'
import { parseReplayOptions, REPLAY_USAGE, type ReplayCommand } from './replay-options.ts'
import { toReplayJson } from './to-replay-json.ts'

const STATE_DIR = '.dharma'

const USAGE_EXIT_CODE = 2

/** Replays the blocks of the command line. Returns the exit code. */
async function main(args: string[]): Promise<number> {
  const command = parseReplayOptions(args)
  if (command === null) {
    process.stdout.write(REPLAY_USAGE)
    return 0
  }
  using progress = createProgress(printError)
  const { report, settings } = await runReplay(command, progress)
  if (command.isJson)
    process.stdout.write(`${JSON.stringify(toReplayJson(report, settings), null, 2)}\n`)
  else for (const line of formatReplay(report, settings)) print(line, 0)
  return report.problems.length === 0 ? 0 : 1
}

async function runReplay(
  command: ReplayCommand,
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

/** The agent of a replay always judges, even where that of the server is switched off. */
function buildConfig(config: Config, { threshold, isAutoFlagOff }: ReplayCommand): Config {
  const lowScoreThreshold = threshold ?? config.agent.lowScoreThreshold
  const autoFlag = config.agent.autoFlag && !isAutoFlagOff
  return { ...config, agent: { ...config.agent, enabled: true, lowScoreThreshold, autoFlag } }
}

async function assertNetwork(source: Source, network: Network): Promise<void> {
  const account = await readAnyAccount(source)
  if (account === null || toAccountIndex(account, network) !== null) return
  throw new FatalError(
    `The database has accounts such as ${account}, which is not an address of ${network}: name its network with --network.`,
  )
}

function createBlockReporter(
  range: ReplayOptions['range'],
  progress: Progress,
): ReplayOptions['onBlock'] {
  let startMs: number | null = null
  return (height, isHistory) => {
    if (isHistory) return progress.update(`Written up to block ${height}, before the replay`)
    startMs ??= performance.now()
    progress.update(
      formatBlockProgress('Replayed', { ...range, height }, performance.now() - startMs),
    )
  }
}

function createStopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => controller.abort(new FatalError('Interrupted.')))
  }
  return controller.signal
}

function toReplayExitCode(error: unknown): number {
  const code = toExitCode(error, REPLAY_USAGE)
  return error instanceof UsageError ? USAGE_EXIT_CODE : code
}

process.exitCode = await main(process.argv.slice(2)).catch(toReplayExitCode)
