import { resolve } from 'node:path'
import type { VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import { createFlowReader } from '@app/flow/read/create-flow-reader.ts'
import { readConfig } from '@app/server/config.ts'
import { withChainCheck } from '@app/server/flow-access/with-chain-check.ts'
import { formatDifference } from '../checks/difference.ts'
import { formatCount } from '../checks/format-count.ts'
import { UsageError } from '../command/options.ts'
import { createReporter, print, printError, toExitCode } from '../command/output.ts'
import { createProgress, type Progress } from '../command/progress.ts'
import { readWorldUrls, resolveNodeUrl } from '../command/resolve-urls.ts'
import { formatBlockProgress } from '../rescan/format-block-progress.ts'
import type { ChainSource } from './chain/build-chain-checks.ts'
import { readVoteArchive } from './read-vote-archive.ts'
import { listUncheckedClaims, verifyVotes } from './verify-votes.ts'
import { parseVoteOptions, VOTES_USAGE, type VoteOptions } from './vote-options.ts'

const WORLD_FILE = resolve('.dharma', 'world.json')

const USAGE_EXIT_CODE = 2

/** Verifies the file of the command line. Returns the exit code. */
async function main(args: string[]): Promise<number> {
  const options = parseVoteOptions(args)
  if (options.file === null) {
    process.stdout.write(VOTES_USAGE)
    return 0
  }
  const archive = await readVoteArchive(options.file)
  using progress = createProgress(printError)
  return await runChecksAndPrint(archive, await createSource(archive, options, progress), progress)
}

/** Creates the source; `null` with --offline. */
async function createSource(
  { network }: VoteArchive,
  { node, isOffline }: VoteOptions,
  progress: Progress,
): Promise<ChainSource | null> {
  if (isOffline) return null
  const world = await readWorldUrls(WORLD_FILE)
  const accessNode = resolveNodeUrl({ node, api: null }, network, world)
  const config = readConfig({ FLOW_NETWORK: network, FLOW_ACCESS_NODE: accessNode })
  const startMs = performance.now()
  return {
    flow: withChainCheck(createFlowReader(config.flow), network),
    onScan: (height, range) =>
      progress.update(
        formatBlockProgress('Scanned', { ...range, height }, performance.now() - startMs),
      ),
  }
}

/** Prints the results of the checks, and what was not checked. Returns the exit code. */
async function runChecksAndPrint(
  archive: VoteArchive,
  source: ChainSource | null,
  progress: Progress,
): Promise<number> {
  const { contract, network, toHeight } = archive
  print(`Vote archive of ${contract} on ${network}, up to block ${toHeight}`, 0)
  let undecided = 0
  const report = createReporter(progress, () => {
    undecided += 1
  })
  const difference = await verifyVotes(archive, source, report)
  if (difference !== null) {
    print(`  WRONG      ${formatDifference(difference)}`, 1)
    return print('Not verified.', 1)
  }
  for (const claim of listUncheckedClaims(archive, source)) print(`  unchecked  ${claim}`, 0)
  const isWhole = source !== null && undecided === 0
  return print(
    `${formatCounts(archive)}: everything ${isWhole ? '' : 'that was checked '}agrees.`,
    0,
  )
}

function formatCounts({ proposals }: VoteArchive): string {
  const votes = proposals.reduce((sum, proposal) => sum + proposal.votes.length, 0)
  return `${formatCount(proposals.length, 'proposal')}, ${formatCount(votes, 'vote')}`
}

function toVotesExitCode(error: unknown): number {
  const code = toExitCode(error, VOTES_USAGE)
  return error instanceof UsageError ? USAGE_EXIT_CODE : code
}

process.exitCode = await main(process.argv.slice(2)).catch(toVotesExitCode)
