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

export function VoteReceipt({ proposalId, voter, sequence }: VoteName) {
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
  const proposal = archive.data.proposals.find(({ id }) => id === proposalId)
  const vote = proposal?.votes.find(
    (one) => one.voter === voter && one.message.sequence === sequence,
  )
  if (vote === undefined) return <p>The archive does not have this vote yet. Try again later.</p>
  return (
    <div className="grid gap-2">
      <SignedMessageDetails message={vote.message} />
      <p className="text-ink-soft wrap-anywhere">
        In block {vote.receipt.height}, with the score that {vote.publisher} published; evidence
        hash <span className="font-mono text-caption">{vote.evidenceHash}</span>
      </p>
    </div>
  )
}
