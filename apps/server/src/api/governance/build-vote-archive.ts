import {
  type ArchivedProposal,
  type ArchivedVote,
  type SignedMessage,
  VOTE_ARCHIVE_FORMAT,
  type VoteArchive,
} from '@app/api/schemas/governance/vote-archive.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import {
  type ArchivedMessage,
  type ArchivedVoteRow,
  type ProposalMessageRow,
  readAllVotes,
  readExecutionHeights,
  readProposalMessages,
} from '../../governance/read-archive.ts'
import { type ProposalView, readProposals } from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'

/** Everything in the archive that belongs to all proposals. */
interface ArchiveRows {
  votes: readonly ArchivedVoteRow[]
  messages: readonly ProposalMessageRow[]
  executionHeights: ReadonlyMap<number, number>
}

/** Builds the file with every proposal and signed vote, oldest proposal first. */
export async function buildVoteArchive(
  context: Pick<Context, 'db' | 'config'>,
): Promise<VoteArchive> {
  const { network } = context.config
  const rows: ArchiveRows = {
    votes: await readAllVotes(context),
    messages: await readProposalMessages(context),
    executionHeights: await readExecutionHeights(context),
  }
  const tip = await loadIndexedTip(context)
  const views = await readProposals(context)
  return {
    format: VOTE_ARCHIVE_FORMAT,
    network,
    contract: getContractAddress('DharmaGovernance', network),
    toHeight: tip?.toHeight ?? 0,
    proposals: views.map((view) => toArchivedProposal(view, rows)).reverse(),
  }
}

function toArchivedProposal(view: ProposalView, rows: ArchiveRows): ArchivedProposal {
  const { row, ballot, status } = view
  const votes = rows.votes.filter(({ proposal_id }) => proposal_id === row.id)
  const message = rows.messages.find(({ proposal_id }) => proposal_id === row.id)
  return {
    id: row.id,
    action: row.action,
    targetAddress: row.target,
    proposer: row.proposer,
    isAppeal: row.is_appeal,
    title: row.title,
    reason: row.reason,
    reasonHash: row.reason_hash,
    createdAt: row.created_at,
    votingEndsAt: row.voting_ends_at,
    status,
    votesFor: ballot.votesFor,
    votesAgainst: ballot.votesAgainst,
    message: message === undefined ? null : toMessage(message, message.sequence),
    receipt: { txId: row.tx_id, height: row.height, at: row.created_at },
    execution: toExecution(view, rows),
    votes: votes.map((vote) => toArchivedVote(vote, isLastVote(vote, votes))),
  }
}

function toExecution({ row, executedTxId, executedAt }: ProposalView, rows: ArchiveRows) {
  const height = rows.executionHeights.get(row.id)
  if (executedTxId === null || executedAt === null || height === undefined) return null
  return { txId: executedTxId, height, at: executedAt }
}

const isLastVote = (vote: ArchivedVoteRow, all: readonly ArchivedVoteRow[]): boolean =>
  !all.some(({ voter, sequence }) => voter === vote.voter && sequence > vote.sequence)

const toArchivedVote = (vote: ArchivedVoteRow, isCounted: boolean): ArchivedVote => ({
  voter: vote.voter,
  support: vote.support,
  isCounted,
  score: vote.score_tenths / 10,
  evidenceHash: vote.evidence_hash,
  publisher: vote.publisher,
  message: toMessage(vote, vote.sequence),
  receipt: { txId: vote.tx_id, height: vote.height, at: vote.cast_at },
})

const NOT_READ_YET = 'The signatures are looked up in a moment: export the archive again.'

function toMessage(message: ArchivedMessage, sequence: number): SignedMessage {
  const problem = message.signatures === null ? NOT_READ_YET : message.problem
  return {
    text: message.text ?? '',
    sequence,
    validUntil: message.valid_until,
    signatures: message.signatures ?? [],
    ...(problem !== null && { problem }),
  }
}
