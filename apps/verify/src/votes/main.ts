import type { VoteArchive } from '@app/api/schemas/governance/vote-archive.ts'
import { formatDifference } from '../checks/difference.ts'
import { formatCount } from '../checks/format-count.ts'
import { createNodeReader } from '../command/create-node-reader.ts'
import { type FileOptions, parseFileOptions } from '../command/file-options.ts'
import { createReporter, print, printError, toFileExitCode } from '../command/output.ts'
import { createProgress, type Progress } from '../command/progress.ts'
import { formatBlockProgress } from '../rescan/format-block-progress.ts'
import type { ChainSource } from './chain/build-chain-checks.ts'
import { readVoteArchive } from './read-vote-archive.ts'
import { listUncheckedClaims, verifyVotes } from './verify-votes.ts'
import { VOTES_USAGE } from './vote-options.ts'

/** Verifies the file of the command line. Returns the exit code. */
async function main(args: string[]): Promise<number> {
  const options = parseFileOptions(args)
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
  options: FileOptions,
  progress: Progress,
): Promise<ChainSource | null> {
  const flow = await createNodeReader(network, options)
  const startMs = performance.now()
  return (
    flow && {
      flow,
      onScan: (height, range) =>
        progress.update(
          formatBlockProgress('Scanned', { ...range, height }, performance.now() - startMs),
        ),
    }
  )
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

process.exitCode = await main(process.argv.slice(2)).catch((error) =>
  toFileExitCode(error, VOTES_USAGE),
)
