import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { TransactionLink } from '../../../ui/transaction-link.tsx'
import type { Ballots } from '../group-by-topic.ts'
import { useVote, type VoteReceipt } from './use-vote.ts'

/** Casts the same vote on one or more proposals. */
export function VoteButtons({ proposals }: { proposals: Ballots }) {
  const { cast, isBusy, receipt } = useVote(proposals)
  const extent = proposals.length > 1 ? ` all ${proposals.length}` : ''
  return (
    <>
      <div className="mt-4 grid gap-3 sm:grid-cols-2">
        <Button size="small" variant="secondary" isBusy={isBusy} onClick={() => cast(true)}>
          {isBusy ? 'Voting...' : `Vote For${extent}`}
        </Button>
        <Button size="small" variant="secondary" isBusy={isBusy} onClick={() => cast(false)}>
          {isBusy ? 'Voting...' : `Vote Against${extent}`}
        </Button>
      </div>
      {receipt && <Receipt receipt={receipt} />}
    </>
  )
}

function Receipt({ receipt: { support, text, txId, isPending } }: { receipt: VoteReceipt }) {
  return (
    <div className="rise mt-3 text-sm text-ink-soft">
      <p className="flex flex-wrap gap-x-3">
        You voted {support ? 'For' : 'Against'}
        {isPending && '; the chain will count it in a moment'}.
        {txId !== undefined && <TransactionLink txId={txId} />}
      </p>
      {text !== undefined && (
        <Disclosure title="Receipt: what you signed">
          <pre className="figures rounded-control border border-line bg-sunken px-3 py-2 font-mono text-[0.8125rem] whitespace-pre-wrap wrap-anywhere">
            {text}
          </pre>
        </Disclosure>
      )}
    </div>
  )
}
