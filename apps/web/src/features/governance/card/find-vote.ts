import type { ArchivedVote, VoteArchive } from '@app/api/schemas/vote-archive.ts'

export interface VoteName {
  proposalId: number
  voter: string
  sequence: number
}

/** Returns a vote of the archive; undefined while the archive does not have it. */
export const findVote = (
  { proposals }: Pick<VoteArchive, 'proposals'>,
  { proposalId, voter, sequence }: VoteName,
): ArchivedVote | undefined =>
  proposals
    .find(({ id }) => id === proposalId)
    ?.votes.find((vote) => vote.voter === voter && vote.message.sequence === sequence)
