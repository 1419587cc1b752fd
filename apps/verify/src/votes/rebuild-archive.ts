import type { ArchivedProposal, ArchivedVote, VoteArchive } from '@app/api/schemas/vote-archive.ts'
import {
  buildConsentMessage,
  type ConsentContext,
  type GovernanceAction,
} from '@app/contracts/consent-message.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import {
  EXECUTION_SECONDS,
  MAX_SEQUENCE_STEP,
  MAX_VALIDITY_SECONDS,
  VOTING_SECONDS,
} from '@app/rules/constants.ts'
import {
  countVotes,
  getMinVoterScore,
  getVotingResult,
  isCounted,
  type VoteCounts,
} from '@app/rules/voting.ts'
import { toAddress } from '@app/values/address.ts'
import type { ProposalStatus } from '@app/values/governance.ts'
import { MIN_VOTES_FOR } from '@app/values/limits.ts'
import { isWithheldSentence } from '@app/values/withheld.ts'
import {
  ALLOWED_HASH,
  Allowed,
  allowOneOf,
  allowRange,
  type Finding,
  findFirstDifference,
  refuse,
} from '../check.ts'
import { buildVoteText, type FindVote, rebuildMessage } from '../signed-texts.ts'
import { listMessages, type MessageEntry, parseAction } from './archive-entries.ts'

/** What is known about the time of the file's last block, in Unix seconds, both ends inclusive. */
export interface TimeBounds {
  from: number
  to: number
}

/**
 * Builds the archive again by the rule book, from what its entries say was proposed, voted and executed, and compares.
 * Undecided where a proposal expired by what is no part of such a file.
 */
export function findArchiveFinding(archive: VoteArchive, time = readTimeBounds(archive)): Finding {
  const difference =
    findFirstDifference('', rebuildEntries(archive), archive) ??
    findFirstDifference('', rebuildResults(archive, time), archive)
  if (difference !== null) return difference
  const voided = archive.proposals.flatMap((proposal, index) =>
    listStatuses(proposal, time).includes(proposal.status) ? [] : `proposals[${index}].status`,
  )
  if (voided.length === 0) return null
  return {
    because: `${voided.join(', ')}: whether something else ended what it names, or a vote overruled it, is not in the file (--node URL --full).`,
  }
}

/** What a file alone says about the time: it is not before anything that is in it. */
function readTimeBounds({ proposals }: VoteArchive): TimeBounds {
  const times = proposals.flatMap(({ receipt, execution, votes }) => [
    receipt.at,
    ...(execution === null ? [] : [execution.at]),
    ...votes.map((vote) => vote.receipt.at),
  ])
  return { from: times.reduce((a, b) => Math.max(a, b), 0), to: Number.POSITIVE_INFINITY }
}

/** What was proposed, signed and voted; each has its place. */
function rebuildEntries(archive: VoteArchive): object {
  const { proposals } = archive
  const first = Math.max(proposals[0]?.id ?? 1, 1)
  const places = placeMessages(archive)
  return {
    ...archive,
    contract: getContractAddress('DharmaGovernance', archive.network),
    proposals: proposals.map((proposal, index) => ({
      ...proposal,
      id: first + index,
      ...rebuildTerms(proposal),
      receipt: rebuildReceipt(archive, proposal.receipt, proposals[index - 1]),
      message: rebuildOwnMessage(archive, proposal, places),
      votes: proposal.votes.map((vote, place) => ({
        ...rebuildVote(archive, { proposal, vote, places }),
        receipt: {
          ...rebuildReceipt(archive, vote.receipt, proposal.votes[place - 1] ?? proposal),
          at: rebuildVoteTime(proposal, places.get(vote.message)),
        },
      })),
    })),
  }
}

/** What was proposed, by whom and why. */
function rebuildTerms(proposal: ArchivedProposal) {
  const { isAppeal, targetAddress, proposer, reason, reasonHash, receipt } = proposal
  const { isReasonWithheld } = proposal
  const action = parseAction(proposal)
  const { flagNumber, freezeNumber } = getNamedNumbers(action)
  const isByTarget = isAppeal || proposer === targetAddress
  return {
    action: isAppeal ? 'unfreeze' : proposal.action,
    title:
      action === null
        ? refuse(`the contract's title of ${proposal.action} ${targetAddress}`)
        : proposal.title,
    targetAddress,
    flagNumber: isAppeal && freezeNumber !== undefined ? undefined : flagNumber,
    freezeNumber,
    isAppeal,
    proposer: isAppeal ? targetAddress : proposer,
    rank: isByTarget ? 'other' : proposal.rank,
    isReasonWithheld,
    reason: isReasonWithheld === true ? WITHHELD : reason,
    reasonHash: isReasonWithheld === true ? reasonHash : hashReason(reason),
    createdAt: receipt.at,
    votingEndsAt: receipt.at + VOTING_SECONDS,
  }
}

const WITHHELD = new Allowed('since when and why the operator withholds it', (found) =>
  isWithheldSentence(String(found)),
)

/** An appeal has a message of another kind, which is not in the file. */
function rebuildOwnMessage(
  archive: VoteArchive,
  proposal: ArchivedProposal,
  places: ReadonlyMap<object, Place>,
): unknown {
  const { isAppeal, message, proposer, reasonHash, receipt } = proposal
  if (isAppeal) return null
  if (message === null) return refuse('the signed message of the proposer')
  const action = parseAction(proposal)
  return rebuildMessage(message, {
    build: () =>
      action &&
      buildConsentMessage(toContext(archive, proposer, message), {
        kind: 'proposal',
        action,
        reasonHash,
      }),
    at: receipt.at,
    validForSeconds: MAX_VALIDITY_SECONDS.proposals,
    sequence: places.get(message)?.sequence,
  })
}

/** Returns the flag and the freeze that a proposal names, as its title states them. */
function getNamedNumbers(action: GovernanceAction | null) {
  const flagNumber = action?.name === 'unfreeze' ? action.flagNumber : null
  const freezeNumber = action === null || action.name === 'freeze' ? null : action.freezeNumber
  return {
    flagNumber: flagNumber === null ? undefined : Number(flagNumber),
    freezeNumber: freezeNumber === null ? undefined : Number(freezeNumber),
  }
}

const toContext = (
  { contract, network }: VoteArchive,
  signer: string,
  { sequence, validUntil }: ArchivedVote['message'],
): ConsentContext => ({
  contract: toAddress(contract),
  network,
  address: toAddress(signer),
  sequence: BigInt(sequence),
  validUntil: BigInt(validUntil),
})

/** One of the votes of a proposal. */
interface VoteOfProposal {
  proposal: ArchivedProposal
  vote: ArchivedVote
  places: ReadonlyMap<object, Place>
}

function rebuildVote(archive: VoteArchive, { proposal, vote, places }: VoteOfProposal) {
  const { voter, message, support, receipt } = vote
  const { sequence, carrier } = places.get(message) ?? {}
  const action = parseAction(proposal)
  const isParty =
    voter === proposal.targetAddress ||
    (action?.name === 'recover' && action.recoveryAddress === voter)
  const own = action && { proposalId: BigInt(proposal.id), action, support }
  const text = { stated: message.text, findVote: createFinder(archive, vote) }
  const rebuilt = rebuildMessage(message, {
    build: () => own && buildVoteText(toContext(archive, voter, message), own, text),
    at: receipt.at,
    validForSeconds: MAX_VALIDITY_SECONDS.votes,
    sequence,
  })
  return {
    ...vote,
    voter: isParty ? refuse('neither the target nor the recovery address') : voter,
    message:
      carrier === undefined ? rebuilt : { ...rebuilt, signatures: carrier.message.signatures },
    score: allowRange(getMinVoterScore(proposal), 100),
    evidenceHash: ALLOWED_HASH,
  }
}

/** The file has every vote of a message on the proposals from its first one on. */
function createFinder({ proposals }: VoteArchive, vote: ArchivedVote): FindVote {
  const first = proposals[0]?.id ?? 0
  return (id) => {
    if (id < first) return undefined
    const proposal = proposals.find((one) => one.id === id)
    const found = proposal?.votes.find((one) => isSameMessage(one, vote))
    const action = proposal && parseAction(proposal)
    if (found === undefined || !action) return null
    return { proposalId: BigInt(id), action, support: found.support }
  }
}

const rebuildVoteTime = ({ createdAt, votingEndsAt }: ArchivedProposal, place?: Place) =>
  place?.carrier?.receipt.at ?? allowRange(createdAt, votingEndsAt - 1, ', while voting was open')

const isSameMessage = (one: ArchivedVote, other: ArchivedVote): boolean =>
  one.voter === other.voter &&
  one.message.sequence === other.message.sequence &&
  one.receipt.txId === other.receipt.txId

function rebuildReceipt(
  { toHeight }: VoteArchive,
  receipt: ArchivedVote['receipt'],
  before?: Pick<ArchivedVote, 'receipt'>,
): object {
  const from = before?.receipt.height ?? 0
  const bounds = ', neither below the one before it nor above the last block of the file'
  return { ...receipt, txId: ALLOWED_HASH, height: allowRange(from, toHeight, bounds) }
}

const toAccepted = ({ voter, message: { sequence } }: ArchivedVote) => ({ voter, sequence })

/** How a voting ends by its votes alone. */
export const getResult = ({ action, ...counts }: VoteCounts & Pick<ArchivedProposal, 'action'>) =>
  getVotingResult({ ...counts, minVotesFor: MIN_VOTES_FOR[action] })

/** Which votes count, the sums, and what followed from them. */
const rebuildResults = (archive: VoteArchive, time: TimeBounds): object => ({
  ...archive,
  proposals: archive.proposals.map((proposal) => {
    const { execution, votingEndsAt, action, status } = proposal
    const accepted = proposal.votes.map(toAccepted)
    const votes = proposal.votes.map((vote) => ({
      ...vote,
      isCounted: isCounted(toAccepted(vote), accepted),
    }))
    const counted = votes.filter((vote) => vote.isCounted)
    const sums = countVotes(counted.map(({ support }) => support))
    const isApproved = getResult({ action, ...sums }) === 'approved'
    const because = `, with ${sums.votesFor} For, ${sums.votesAgainst} Against and the end of voting at ${votingEndsAt}`
    const until = votingEndsAt + EXECUTION_SECONDS
    const at = allowRange(votingEndsAt, until - 1, ', while it could be executed')
    // What voids a proposal is no part of the file.
    const isSaidVoid = status === 'expired' && execution === null
    const statuses = listStatuses({ ...proposal, ...sums }, time)
    return {
      ...proposal,
      votes,
      ...sums,
      execution:
        execution &&
        (isApproved ? { ...rebuildReceipt(archive, execution), at } : refuse(`null${because}`)),
      status: isSaidVoid ? status : allowOneOf(statuses, because),
    }
  }),
})

/** Lists the statuses that the votes give, unless the proposal is void. */
function listStatuses(
  { action, votesFor, votesAgainst, votingEndsAt, execution }: ArchivedProposal,
  { from, to }: TimeBounds,
): ProposalStatus[] {
  if (execution !== null) return ['executed']
  const open = votesFor + votesAgainst === 0 ? ('pending' as const) : ('active' as const)
  const result = getResult({ action, votesFor, votesAgainst })
  const until = votingEndsAt + EXECUTION_SECONDS
  const isLate = result === 'approved' && to >= until
  return [
    ...(from < votingEndsAt ? [open] : []),
    ...(to >= votingEndsAt && !(result === 'approved' && from >= until) ? [result] : []),
    ...(isLate ? (['expired'] as const) : []),
  ]
}

/** What the message of an entry follows. */
interface Place {
  /** What its sequence number must be. */
  sequence: unknown
  /** An earlier vote that the same message carried. */
  carrier: MessageEntry | undefined
}

/** The sequence numbers of each signer grow from message to message, in votes and in proposals. */
function placeMessages(archive: VoteArchive): ReadonlyMap<object, Place> {
  const places = new Map<object, Place>()
  const bySigner = Map.groupBy(listMessages(archive), ({ series, signer }) => `${series} ${signer}`)
  for (const entries of bySigner.values()) {
    // In one block, the lower number was accepted first.
    const sorted = entries.toSorted(
      (a, b) => a.receipt.height - b.receipt.height || a.message.sequence - b.message.sequence,
    )
    for (const [index, entry] of sorted.entries()) {
      const before = sorted[index - 1]
      const carrier = before !== undefined && isOfSameMessage(before, entry) ? before : undefined
      const last = before?.message.sequence ?? 0
      const step = before === undefined ? Number.MAX_SAFE_INTEGER : MAX_SEQUENCE_STEP
      const above = allowRange(last + 1, last + step, ', above the number of the message before it')
      places.set(entry.message, { sequence: carrier?.message.sequence ?? above, carrier })
    }
  }
  return places
}

const isOfSameMessage = (before: MessageEntry, entry: MessageEntry): boolean =>
  entry.series === 'votes' &&
  before.message.sequence === entry.message.sequence &&
  before.receipt.txId === entry.receipt.txId &&
  before.proposal.id !== entry.proposal.id
