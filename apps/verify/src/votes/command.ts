import type { VoteArchive } from '@app/api/schemas/vote-archive.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { pluralize } from '../check.ts'
import { type Command, FILE_OPTIONS_USAGE, parseFileOptions } from '../command/command-line.ts'
import { connectUnlessOffline } from '../command/connect-to-node.ts'
import { printError, type Verification, verifyAndPrint } from '../command/output.ts'
import { createProgress, formatBlockProgress, type Progress } from '../command/progress.ts'
import { readVoteArchive } from './archive-entries.ts'
import type { ChainSource } from './chain-checks.ts'
import { listClaims } from './receipts.ts'
import { listUncheckedInVotes, verifyVotes } from './verify-votes.ts'

export const votesCommand: Command = {
  usage: `Usage: npm run verify -- votes FILE [--node URL] [--offline]

Checks a vote archive (GET /v1/governance/archive) without the server that made it, and prints the first
wrong claim.

${FILE_OPTIONS_USAGE}`,
  run: async (args) => {
    const options = parseFileOptions(args)
    const archive = await readVoteArchive(options.file)
    using progress = createProgress(printError)
    const flow = await connectUnlessOffline(archive.network, options)
    return await verifyAndPrint(buildVerification(archive, flow, progress), progress)
  },
}

function buildVerification(
  archive: VoteArchive,
  flow: FlowReader | null,
  progress: Progress,
): Verification {
  const { contract, network, toHeight } = archive
  const source = flow && createSource(flow, progress)
  const counted = formatCounts(archive)
  return {
    headline: `Vote archive of ${contract} on ${network}, up to block ${toHeight}`,
    findDifference: (report) => verifyVotes(archive, source, report),
    listUnchecked: () => listUncheckedInVotes(archive, flow !== null),
    countWithoutNode: flow ? null : () => pluralize(listClaims(archive).length, 'receipt'),
    verdicts: {
      complete: `${counted}: everything agrees.`,
      partial: `${counted}: everything that was checked agrees`,
    },
  }
}

function createSource(flow: FlowReader, progress: Progress): ChainSource {
  const startMs = performance.now()
  return {
    flow,
    onScan: (height, range) =>
      progress.update(
        formatBlockProgress('Scanned', { ...range, height }, performance.now() - startMs),
      ),
  }
}

function formatCounts({ proposals }: VoteArchive): string {
  const votes = proposals.reduce((sum, proposal) => sum + proposal.votes.length, 0)
  return `${pluralize(proposals.length, 'proposal')}, ${pluralize(votes, 'vote')}`
}
