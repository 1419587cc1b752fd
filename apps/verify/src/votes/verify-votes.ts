import type { VoteArchive } from '@app/api/schemas/vote-archive.ts'
import type { BlockRange } from '@app/flow/read/chain.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { buildVoteArchive } from '@app/server/api/governance/vote-archive.ts'
import { NETWORKS } from '@app/values/network.ts'
import {
  type Check,
  type Finding,
  findFirstDifference,
  leaveUnchecked,
  pluralize,
  type UncheckedClaim,
} from '../check.ts'
import { findKeyFinding, findSignatureFinding } from '../signatures.ts'
import type { Scan, Sources, VerifiedFile } from '../verified-file.ts'
import { listMessages, parseVoteArchive, rebuildArchive } from './rebuild-archive.ts'
import { findReceiptDifference } from './receipts.ts'

/** Opens a value as a vote archive. Throws `InvalidFileError` with the first invalid field. */
export function openVotes(source: string, value: unknown): VerifiedFile {
  const archive = parseVoteArchive(source, value)
  const { contract, network, toHeight, proposals } = archive
  const votes = proposals.reduce((sum, proposal) => sum + proposal.votes.length, 0)
  return {
    network,
    headline: `Vote archive of ${contract} on ${network}, up to block ${toHeight}`,
    counted: `${pluralize(proposals.length, 'proposal')}, ${pluralize(votes, 'vote')}`,
    listChecks: (sources) => listChecks(archive, sources),
    listUnchecked: (has) => listUnchecked(archive, has),
  }
}

function listChecks(archive: VoteArchive, { flow, scan }: Sources): Check[] {
  const messages = pluralize(listMessages(archive).length, 'signed message')
  const withheld = findWithheldReasons(archive)
  return [
    {
      claim: `From what was proposed and voted follow the texts of ${messages}, the hashes of the reasons, which votes count, the sums, and statuses that these allow.`,
      find: () => findFirstDifference('', rebuildArchive(archive), archive),
    },
    {
      claim: 'Each text has valid signatures by different keys that weigh 1000 together.',
      find: () => findSignatureFinding(listMessages(archive)),
    },
    ...(withheld === null ? [] : [{ claim: 'No reason is withheld.', find: () => withheld }]),
    ...(flow === null ? [] : listChainChecks(archive, flow)),
    ...(scan === null ? [] : [createScanCheck(archive, scan)]),
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

const listChainChecks = (archive: VoteArchive, flow: FlowReader): Check[] => [
  {
    claim:
      'The chain has the events of all receipts with the same values, and reported the same sums.',
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
]

function createScanCheck(archive: VoteArchive, scan: Scan): Check {
  const range = getScanRange(archive)
  if (range === null) {
    const because =
      'The file has no proposal, so it does not say from which block on it is complete.'
    return { claim: 'A scan results in the same archive.', find: () => ({ because }) }
  }
  return {
    claim: `A scan of blocks ${range.fromHeight} to ${range.toHeight} results in the same archive.`,
    find: async () => {
      const scanned = await buildVoteArchive(await scan.contracts(range))
      return findFirstDifference('', takeUnknown(scanned, archive), archive)
    },
  }
}

/** From the first block of the network, else from that of the first proposal; `null` when the file has none. */
function getScanRange({ proposals, toHeight, network }: VoteArchive): BlockRange | null {
  const { startHeight } = NETWORKS[network]
  const first = typeof startHeight === 'number' ? startHeight : proposals[0]?.receipt.height
  return first === undefined ? null : { fromHeight: first, toHeight }
}

type Proposal = VoteArchive['proposals'][number]

/** Takes from the file what the operator withholds, and messages whose signatures the server did not find. */
function takeUnknown(scanned: VoteArchive, { proposals }: VoteArchive): VoteArchive {
  const first = proposals[0]?.id ?? 1
  const isUnknown = (message: Proposal['message'] | undefined) => message?.signatures.length === 0
  return {
    ...scanned,
    proposals: scanned.proposals
      .filter(({ id }) => id >= first)
      .map((proposal, index): Proposal => {
        const stated = proposals[index]
        const votes = proposal.votes.map((vote, place) => {
          const message = stated?.votes[place]?.message
          return message !== undefined && isUnknown(message) ? { ...vote, message } : vote
        })
        if (stated === undefined) return proposal
        const { isReasonWithheld, reason, message } = stated
        return {
          ...proposal,
          ...(isReasonWithheld === true && { isReasonWithheld, reason }),
          ...(isUnknown(message) && { message }),
          votes,
        }
      }),
  }
}

function listUnchecked(
  { toHeight, proposals }: VoteArchive,
  { hasNode, isFull }: { hasNode: boolean; isFull: boolean },
): UncheckedClaim[] {
  const first = proposals[0]?.id ?? 1
  const before = `proposals before number ${first} are not in the file.`
  const after = `what happened after block ${toHeight} is not in the file.`
  return [
    ...(hasNode ? [] : listOnlyOnChain(proposals)),
    ...(isFull ? [] : ONLY_BY_SCAN),
    ...(first > 1 ? [leaveUnchecked(before, 'proposals.length')] : []),
    leaveUnchecked(after, 'toHeight'),
  ]
}

const MESSAGES = ['proposals[].message', 'proposals[].votes[].message']

const listOnlyOnChain = (proposals: VoteArchive['proposals']): UncheckedClaim[] => [
  leaveUnchecked(
    'whether the transactions state the same (--node URL).',
    ...['id', 'rank', 'createdAt', 'votingEndsAt', 'receipt', 'execution'].map(
      (name) => `proposals[].${name}`,
    ),
    ...['score', 'evidenceHash', 'publisher', 'receipt'].map(
      (name) => `proposals[].votes[].${name}`,
    ),
    ...proposals.flatMap(({ isAppeal }, index) => (isAppeal ? `proposals[${index}].proposer` : [])),
  ),
  leaveUnchecked(
    'whether the keys are those of the accounts (--node URL).',
    ...MESSAGES.flatMap((path) =>
      ['keyIndex', 'weight'].map((name) => `${path}.signatures[].${name}`),
    ),
  ),
]

const ONLY_BY_SCAN: UncheckedClaim[] = [
  leaveUnchecked(
    'whether a proposal, a vote or an execution was left out (--node URL --full).',
    'proposals.length',
    'proposals[].votes.length',
    'proposals[].execution',
  ),
  leaveUnchecked(
    'whether the time was over, or something else ended what the proposal names (--node URL --full).',
    'proposals[].status',
  ),
  leaveUnchecked(
    'whether there were more signatures than the text needed (--node URL --full).',
    ...MESSAGES.map((path) => `${path}.signatures.length`),
  ),
]
