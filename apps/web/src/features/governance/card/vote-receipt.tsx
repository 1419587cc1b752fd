import type { ArchivedVote, VoteArchive } from '@app/api/schemas/vote-archive.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../../lib/api.ts'
import { formatFailure } from '../../../lib/format/format-failure.ts'
import { SignedMessageDetails } from '../../../ui/signed-text.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { voteArchiveQuery } from '../read-proposals.ts'

interface VoteName {
  proposalId: number
  voter: string
  sequence: number
}

export function VoteReceipt(name: VoteName) {
  const archive = useQuery(voteArchiveQuery(useApi()))
  if (archive.data === undefined) {
    return archive.isError ? (
      <p role="alert">{formatFailure(archive.error, 'The receipt could not be loaded.')}</p>
    ) : (
      <p role="status" className="flex items-center gap-2">
        <Spinner /> Loading the receipt...
      </p>
    )
  }
  const vote = findVote(archive.data, name)
  if (vote === undefined) return <p>The archive does not have this vote yet. Try again later.</p>
  return (
    <div className="grid gap-2">
      <SignedMessageDetails message={vote.message} />
      <p className="text-ink-soft wrap-anywhere">
        In block {vote.receipt.height}, with the score that {vote.publisher} published; evidence
        hash <span className="font-mono text-[0.8125rem]">{vote.evidenceHash}</span>
      </p>
    </div>
  )
}

/** Returns a vote of the archive; undefined while the archive does not have it. */
export const findVote = (
  { proposals }: Pick<VoteArchive, 'proposals'>,
  { proposalId, voter, sequence }: VoteName,
): ArchivedVote | undefined =>
  proposals
    .find(({ id }) => id === proposalId)
    ?.votes.find((vote) => vote.voter === voter && vote.message.sequence === sequence)
