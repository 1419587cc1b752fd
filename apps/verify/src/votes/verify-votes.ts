import type { VoteArchive } from '@app/api/schemas/vote-archive.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import {
  type Check,
  type Difference,
  type Finding,
  pluralize,
  runChecks,
  type UncheckedClaim,
} from '../check.ts'
import { readBlock } from '../read-block.ts'
import { findKeyFinding, findMessagesFinding } from '../signatures.ts'
import type { Sources, VerifiedFormat } from '../verified-format.ts'
import { listMessages, parseVoteArchive } from './archive-entries.ts'
import { findArchiveFinding, getResult } from './rebuild-archive.ts'
import { findReceiptDifference, listClaims } from './receipts.ts'
import { findScannedDifference, getScanRange } from './scan-archive.ts'

/** How a vote archive is verified. */
export const VOTES: VerifiedFormat<VoteArchive> = {
  parse: parseVoteArchive,
  describe: (archive) => {
    const { contract, network, toHeight, proposals } = archive
    const votes = proposals.reduce((sum, proposal) => sum + proposal.votes.length, 0)
    const counted = `${pluralize(proposals.length, 'proposal')}, ${pluralize(votes, 'vote')}`
    return {
      headline: `Vote archive of ${contract} on ${network}, up to block ${toHeight}`,
      onChain: pluralize(listClaims(archive).length, 'receipt'),
      verdicts: {
        complete: `${counted}: everything agrees.`,
        partial: `${counted}: everything that was checked agrees`,
      },
    }
  },
  verify: (archive, sources, report) =>
    runChecks(
      [
        ...buildOfflineChecks(archive, sources),
        ...(sources.flow === null ? [] : buildChainChecks(archive, sources.flow)),
        ...buildScanChecks(archive, sources),
      ],
      report,
    ),
  listUnchecked: listUncheckedInVotes,
}

function buildOfflineChecks(archive: VoteArchive, { flow }: Sources): Check[] {
  const messages = pluralize(listMessages(archive).length, 'signed message')
  const withheld = findWithheldReasons(archive)
  return [
    {
      claim: `The archive of ${archive.network} follows by the rules from its proposals, votes and executions: numbers, titles, times, ranks, the texts of ${messages}, which votes count, the sums and the statuses.`,
      find: () => {
        const finding = findArchiveFinding(archive)
        // With a node, the time of the last block is known.
        return finding !== null && 'because' in finding && flow !== null ? null : finding
      },
    },
    {
      claim: 'Each text has valid signatures by different keys that weigh 1000 together.',
      find: () => findMessagesFinding(listMessages(archive)),
    },
    ...(withheld === null ? [] : [{ claim: 'No reason is withheld.', find: () => withheld }]),
  ]
}

/** Names the reasons that the operator withholds; `null` when there are none. */
function findWithheldReasons({ proposals }: VoteArchive): Finding {
  const withheld = proposals.flatMap(({ isReasonWithheld, reason }, index) =>
    isReasonWithheld === true ? `proposals[${index}].reason: ${reason}` : [],
  )
  if (withheld.length === 0) return null
  return { note: `The operator withholds reasons; their hashes are kept: ${withheld.join('; ')}` }
}

function buildChainChecks(archive: VoteArchive, flow: FlowReader): Check[] {
  return [
    {
      claim: `The chain has the events of ${pluralize(listClaims(archive).length, 'receipt')} with the same values, and reported the same sums.`,
      find: () => findReceiptDifference(archive, flow),
    },
    {
      claim: 'The keys are those that the accounts of the signers had.',
      find: () =>
        findKeyFinding(
          listMessages(archive).map((one) => ({ ...one, height: one.receipt.height })),
          flow,
        ),
    },
    {
      claim: `The statuses follow at the time of block ${archive.toHeight}.`,
      find: () => findStatusFinding(archive, flow),
    },
  ]
}

async function findStatusFinding(archive: VoteArchive, flow: FlowReader): Promise<Finding> {
  const { toHeight } = archive
  const block = await readBlock(flow, toHeight)
  if (block === null) {
    return { path: 'toHeight', expected: 'a block of the chain', found: `${toHeight}` }
  }
  const now = Math.floor(block.timeMs / 1000)
  const finding = findArchiveFinding(archive, { from: now, to: now })
  // A scan decides what is left; without one it is listed as unchecked.
  return finding !== null && 'because' in finding ? null : finding
}

/** The scan decides what the file leaves undecided. */
function buildScanChecks(archive: VoteArchive, { openScratch }: Sources): Check[] {
  if (openScratch === null) return []
  const range = getScanRange(archive)
  const blocks = range === null ? 'its' : `${range.fromHeight} to ${range.toHeight}`
  return [
    {
      claim: `A scan of blocks ${blocks} results in the same archive.`,
      find: async (): Promise<Finding | Difference> =>
        range === null
          ? {
              because:
                'The file has no proposal, so it does not say from which block on it is complete.',
            }
          : findScannedDifference(archive, await openScratch(range)),
    },
  ]
}

function listUncheckedInVotes(
  { toHeight, proposals }: VoteArchive,
  { hasNode, isFull }: { hasNode: boolean; isFull: boolean },
): UncheckedClaim[] {
  const first = proposals[0]?.id ?? 1
  const voided = listPossiblyVoid(proposals)
  const expired = {
    fields: voided,
    what: 'whether something else ended what it names, or a vote overruled it (--node URL --full).',
  }
  const before = {
    fields: ['proposals.length'],
    what: `proposals before number ${first} are not in the file.`,
  }
  return [
    ...(hasNode ? [] : ONLY_ON_CHAIN),
    ...(isFull ? [] : ONLY_BY_SCAN),
    ...(isFull || voided.length === 0 ? [] : [expired]),
    ...(first > 1 ? [before] : []),
    { fields: ['toHeight'], what: `what happened after block ${toHeight} is not in the file.` },
  ]
}

/** Paths of the statuses of proposals that expired although their votes reject or approve them. */
const listPossiblyVoid = (proposals: VoteArchive['proposals']): string[] =>
  proposals.flatMap((proposal, index) =>
    proposal.status === 'expired' && getResult(proposal) !== 'expired'
      ? `proposals[${index}].status`
      : [],
  )

const RECEIPTS = ['proposals[].receipt', 'proposals[].execution', 'proposals[].votes[].receipt']

const MESSAGES = ['proposals[].message', 'proposals[].votes[].message']

const ONLY_ON_CHAIN: UncheckedClaim[] = [
  {
    fields: [
      ...RECEIPTS,
      ...['score', 'evidenceHash', 'publisher'].map((name) => `proposals[].votes[].${name}`),
    ],
    what: 'whether the transactions state the same (--node URL).',
  },
  {
    fields: MESSAGES.flatMap((path) =>
      ['keyIndex', 'weight'].map((name) => `${path}.signatures[].${name}`),
    ),
    what: 'whether the keys are those of the accounts (--node URL).',
  },
]

const ONLY_BY_SCAN: UncheckedClaim[] = [
  {
    fields: ['proposals.length', 'proposals[].votes.length', 'proposals[].execution'],
    what: 'whether a proposal, a vote or an execution was left out (--node URL --full).',
  },
  {
    fields: MESSAGES.map((path) => `${path}.signatures.length`),
    what: 'whether there were more signatures than the text needed (--node URL --full).',
  },
]
