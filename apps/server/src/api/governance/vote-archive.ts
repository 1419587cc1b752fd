import { setTimeout } from 'node:timers/promises'
import { getVoteArchive } from '@app/api/routes/governance.ts'
import {
  type ArchivedProposal,
  type ArchivedVote,
  type SignedMessage,
  VOTE_ARCHIVE_FORMAT,
  type VoteArchive,
} from '@app/api/schemas/vote-archive.ts'
import { CONTRACT_ADDRESSES } from '@app/contracts/addresses.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { isCounted } from '@app/rules/voting.ts'
import { formatWithheld } from '@app/values/withheld.ts'
import { loadIndexedTip } from '../../facts/load-indexed-tip.ts'
import {
  type ArchivedMessage,
  type ArchivedVoteRow,
  type ArchiveSnapshot,
  readArchive,
} from '../../governance/read-archive.ts'
import type { ProposalView } from '../../governance/read-proposals.ts'
import type { Context } from '../../runtime/context.ts'
import type { Api } from '../api.ts'
import { ApiFailure } from '../api-failure.ts'
import { mountData } from '../http/mount-route.ts'
import { toActionNumbers } from './to-proposals.ts'

export function mountVoteArchiveRoute(api: Api): void {
  const { network } = api.context.config
  mountData(api, getVoteArchive, () => {
    if (CONTRACT_ADDRESSES[network].DharmaGovernance !== undefined)
      return buildVoteArchive(api.context)
    const message = `The contracts are not deployed on ${network} yet: there are no votes.`
    throw new ApiFailure('not_ready', { message })
  })
}

/** The mirror applies waiting events within a second, unless it stopped. */
const ATTEMPTS = 50
const ATTEMPT_INTERVAL_MS = 100

/**
 * Builds the file with every proposal and signed vote up to the latest indexed block, oldest
 * proposal first. Throws `ApiFailure` while nothing is indexed, or indexed events are not in it yet.
 */
export async function buildVoteArchive(
  context: Pick<Context, 'db' | 'config' | 'rules'>,
): Promise<VoteArchive> {
  const { network } = context.config
  const snapshot = await readWholeArchive(context)
  return {
    format: VOTE_ARCHIVE_FORMAT,
    network,
    contract: getContractAddress('DharmaGovernance', network),
    toHeight: snapshot.toHeight,
    proposals: snapshot.proposals.map((view) => toArchivedProposal(view, snapshot)).reverse(),
  }
}

async function readWholeArchive(context: Pick<Context, 'db' | 'rules'>): Promise<ArchiveSnapshot> {
  if ((await loadIndexedTip(context)) === null) throw new ApiFailure('not_ready')
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const snapshot = await readArchive(context)
    if (snapshot !== null) return snapshot
    await setTimeout(ATTEMPT_INTERVAL_MS)
  }
  throw new ApiFailure('not_ready')
}

function toArchivedProposal(view: ProposalView, rows: ArchiveSnapshot): ArchivedProposal {
  const { row, ballot, status } = view
  const votes = rows.votes.filter(({ proposal_id }) => proposal_id === row.id)
  const message = rows.messages.find(({ proposal_id }) => proposal_id === row.id)
  return {
    id: row.id,
    action: row.action,
    targetAddress: row.target,
    ...toActionNumbers(row),
    proposer: row.proposer,
    rank: row.rank,
    isAppeal: row.is_appeal,
    title: row.title,
    reason: view.withheld === null ? row.reason : formatWithheld(view.withheld),
    ...(view.withheld !== null && { isReasonWithheld: true }),
    reasonHash: row.reason_hash,
    createdAt: row.created_at,
    votingEndsAt: row.voting_ends_at,
    status,
    votesFor: ballot.votesFor,
    votesAgainst: ballot.votesAgainst,
    message: message === undefined ? null : toMessage(message, message.sequence),
    receipt: { txId: row.tx_id, height: row.height, at: row.created_at },
    execution: toExecution(view, rows),
    votes: votes.map((vote) => toArchivedVote(vote, isCounted(vote, votes))),
  }
}

function toExecution({ row, executedTxId, executedAt }: ProposalView, rows: ArchiveSnapshot) {
  const height = rows.executionHeights.get(row.id)
  if (executedTxId === null || executedAt === null || height === undefined) return null
  return { txId: executedTxId, height, at: executedAt }
}

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
