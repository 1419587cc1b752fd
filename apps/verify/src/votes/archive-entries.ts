import {
  type ArchivedProposal,
  type ArchivedVote,
  type SignedMessage,
  type VoteArchive,
  VoteArchiveSchema,
} from '@app/api/schemas/vote-archive.ts'
import { parseProposalTitle } from '@app/contracts/proposal-title.ts'
import { type Address, toAddress } from '@app/values/address.ts'
import { createFileFormat } from '../create-file-format.ts'

/** Parses a value as a vote archive. Throws `InvalidFileError` with the first invalid field. */
export const parseVoteArchive = createFileFormat(VoteArchiveSchema, 'a vote archive')

/** Returns what a proposal does; `null` when its title is not the contract's. */
export const parseAction = ({ action, targetAddress, title }: ArchivedProposal) =>
  parseProposalTitle({ action, target: toAddress(targetAddress), title })

/** A signed message with its path in the file, such as proposals[2].votes[0].message. */
export interface MessageEntry {
  path: string
  series: 'proposals' | 'votes'
  signer: Address
  message: SignedMessage
  receipt: ArchivedVote['receipt']
  proposal: ArchivedProposal
}

/**
 * Lists the signed messages of a file, one with several votes once for each: of each proposal, then of its votes. Those
 * of appeals are not in it.
 */
export function listMessages({ proposals }: VoteArchive): MessageEntry[] {
  return proposals.flatMap((proposal, index) => {
    const path = `proposals[${index}]`
    const { message, receipt, proposer } = proposal
    const own = { series: 'proposals', signer: toAddress(proposer), receipt, proposal } as const
    const ofVotes = proposal.votes.map(
      (vote, place): MessageEntry => ({
        path: `${path}.votes[${place}].message`,
        series: 'votes',
        signer: toAddress(vote.voter),
        message: vote.message,
        receipt: vote.receipt,
        proposal,
      }),
    )
    return message === null ? ofVotes : [{ path: `${path}.message`, ...own, message }, ...ofVotes]
  })
}
