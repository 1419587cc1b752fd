import type { ArchivedVote, VoteArchive } from '@app/api/schemas/vote-archive.ts'
import type { FlowReader } from '@app/flow/read/create-flow-reader.ts'
import { type Difference, findFirstDifference } from '../check.ts'
import { readBlock } from '../node.ts'
import {
  createTransactionReader,
  type EventClaim,
  findClaimDifference,
  readLastSums,
  type SealedTransaction,
  toNumber,
  toSeconds,
  toVoteKey,
} from '../on-chain.ts'

type Proposal = VoteArchive['proposals'][number]

/** Checks that each receipt is of a sealed transaction whose event of the contract states the same, and the sums. */
export async function findReceiptDifference(
  { network, proposals, toHeight }: VoteArchive,
  flow: FlowReader,
): Promise<Difference | null> {
  if ((await readBlock(flow, toHeight)) === null) {
    return { path: 'toHeight', expected: 'a block of the chain', found: `${toHeight}` }
  }
  const read = createTransactionReader(flow)
  const claims = proposals.flatMap((proposal, index) => listClaims(proposal, `proposals[${index}]`))
  const found = await findClaimDifference(claims, network, read)
  if ('path' in found) return found
  for (const [index, { id, votes, votesFor, votesAgainst }] of proposals.entries()) {
    const cast = votes.map((vote) => ({ ...toKey(id, vote), txId: vote.receipt.txId }))
    const stated = { votesFor, votesAgainst }
    const reported = (await readLastSums(cast, network, read)) ?? stated
    const difference = findFirstDifference(`proposals[${index}]`, reported, stated)
    if (difference !== null) return difference
  }
  return null
}

const toKey = (proposalId: number, { voter, message: { sequence } }: ArchivedVote) => ({
  ...{ proposalId, voter, sequence },
})

function listClaims(proposal: Proposal, path: string): EventClaim[] {
  const { execution } = proposal
  const ofVotes = proposal.votes.map((vote, index) =>
    claimVote(proposal, vote, `${path}.votes[${index}]`),
  )
  const proposed = [claimProposal(proposal, path), ...ofVotes]
  if (execution === null) return proposed
  const executed: EventClaim = {
    ...{ path: `${path}.execution`, stated: execution },
    ...{ txPath: `${path}.execution.txId`, txId: execution.txId },
    event: 'DharmaGovernance.ProposalExecuted',
    about: { id: proposal.id },
    read: (_, transaction) => toReceipt(transaction),
  }
  return [...proposed, executed]
}

const claimProposal = (proposal: Proposal, path: string): EventClaim => ({
  ...{ path, stated: proposal, txPath: `${path}.receipt.txId`, txId: proposal.receipt.txId },
  event: 'DharmaGovernance.ProposalCreated',
  about: { id: proposal.id },
  read: (fields, transaction) => ({
    id: Number(fields.id),
    action: fields.action,
    targetAddress: fields.target,
    flagNumber: toNumber(fields.flagNumber),
    freezeNumber: toNumber(fields.freezeNumber),
    proposer: fields.proposer,
    rank: fields.rank,
    isAppeal: fields.isAppeal,
    title: fields.title,
    // Of a withheld reason, the file has only the hash.
    ...(proposal.isReasonWithheld !== true && { reason: fields.reason }),
    reasonHash: fields.reasonHash,
    createdAt: transaction.at,
    votingEndsAt: toSeconds(fields.votingEndsAt),
    receipt: toReceipt(transaction),
  }),
})

const claimVote = ({ id }: Proposal, vote: ArchivedVote, path: string): EventClaim => ({
  ...{ path, stated: vote, txPath: `${path}.receipt.txId`, txId: vote.receipt.txId },
  event: 'DharmaGovernance.VoteCast',
  about: toVoteKey(toKey(id, vote)),
  read: (fields, transaction) => ({
    voter: fields.voter,
    support: fields.support,
    score: Number(fields.scoreTenths) / 10,
    evidenceHash: fields.evidenceHash,
    publisher: fields.publisher,
    message: { ...vote.message, sequence: Number(fields.sequence) },
    receipt: toReceipt(transaction),
  }),
})

const toReceipt = ({ txId, height, at }: SealedTransaction) => ({ txId, height, at })
