import {
  type ArchivedProposal,
  type ArchivedVote,
  type SignedMessage,
  type VoteArchive,
  VoteArchiveSchema,
} from '@app/api/schemas/vote-archive.ts'
import type { SequenceSeries } from '@app/contracts/consent-message.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { createFileFormat } from '../create-file-format.ts'

const format = createFileFormat(VoteArchiveSchema, 'a vote archive')

/** Reads a vote archive, or a response of the API. Throws `FatalError` with the reason when it is invalid. */
export const readVoteArchive = format.read

/** Parses a value as a vote archive. Throws `FatalError` with the first invalid field. */
export const parseVoteArchive = format.parse

/** A proposal with its path in the file, such as proposals[2]. */
export interface ProposalEntry {
  path: string
  proposal: ArchivedProposal
}

/** A vote with its path in the file, such as proposals[2].votes[0]. */
export interface VoteEntry {
  path: string
  vote: ArchivedVote
  proposal: ArchivedProposal
}

/** A signed message with its path in the file, such as proposals[2].votes[0].message. */
export interface MessageEntry {
  path: string
  series: Extract<SequenceSeries, 'proposals' | 'votes'>
  signer: Address
  message: SignedMessage
  receipt: ArchivedVote['receipt']
  proposal: ArchivedProposal
  /** The choice of a vote; `null` for a proposal. */
  support: boolean | null
}

/** Lists the proposals of a file, in its order. */
export function listProposals({ proposals }: VoteArchive): ProposalEntry[] {
  return proposals.map((proposal, index) => ({ path: `proposals[${index}]`, proposal }))
}

/** Lists the votes of a file, in its order. */
export function listVotes(archive: VoteArchive): VoteEntry[] {
  return listProposals(archive).flatMap(({ path, proposal }) =>
    proposal.votes.map((vote, index) => ({ path: `${path}.votes[${index}]`, vote, proposal })),
  )
}

/** Whether a vote was cast by this message, which can carry several. */
export const isSameMessage = (
  { signer, message, receipt }: Pick<MessageEntry, 'signer' | 'message' | 'receipt'>,
  vote: ArchivedVote,
): boolean =>
  vote.voter === signer &&
  vote.message.sequence === message.sequence &&
  vote.receipt.txId === receipt.txId

/** Lists the signed messages of a file, one with several votes once for each: of each proposal, then of its votes. Those of appeals are not in it. */
export function listMessages(archive: VoteArchive): MessageEntry[] {
  const ofVotes = listVotes(archive).map(({ path, vote, proposal }): MessageEntry => {
    const { voter, message, receipt, support } = vote
    const signer = toAddress(voter)
    return { path: `${path}.message`, series: 'votes', signer, message, receipt, proposal, support }
  })
  return listProposals(archive).flatMap(({ path, proposal }) => [
    ...listOwnMessage({ path, proposal }),
    ...ofVotes.filter((entry) => entry.proposal === proposal),
  ])
}

function listOwnMessage({ path, proposal }: ProposalEntry): MessageEntry[] {
  const { message, receipt, proposer } = proposal
  if (message === null) return []
  const signer = toAddress(proposer)
  const own = { series: 'proposals', signer, message, receipt, proposal, support: null } as const
  return [{ path: `${path}.message`, ...own }]
}
