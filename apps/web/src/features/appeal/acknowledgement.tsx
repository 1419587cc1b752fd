import type { Appeal } from '@app/api/schemas/case/appeal.ts'
import { CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { buildCasePath } from '../../lib/case-path.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { Link } from '../../lib/router/link.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { TransactionLink } from '../../ui/transaction-link.tsx'
import type { AppealResponse } from './queries.ts'

interface AcknowledgementProps {
  address: string
  data: AppealResponse['data']
  /** Called when the user follows a link. */
  onLeave: () => void
}

/** Says that an appeal is open: its number, the vote that decides it, its clock and its case. */
export function Acknowledgement({ address, data, onLeave }: AcknowledgementProps) {
  const appeal = 'id' in data ? data : null
  return (
    <div className="grid gap-4">
      <p className="flex gap-2.5 rounded-control bg-good-soft px-4 py-3 font-medium text-good">
        <CircleCheck className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        {appeal === null ? SENT : `Appeal #${appeal.id} against the ${appeal.against} is open.`}
      </p>
      {appeal !== null && <Facts appeal={appeal} />}
      <p className="flex flex-wrap gap-x-5 gap-y-1">
        {appeal !== null && (
          <Link to={buildCasePath(address, appeal.caseId)} onClick={onLeave} className="link">
            See the case
          </Link>
        )}
        <Link to="/governance" onClick={onLeave} className="link">
          See the vote
        </Link>
        <TransactionLink txId={data.txId} />
      </p>
    </div>
  )
}

const SENT =
  'Your appeal was sent to the chain, which takes it in a moment. It then appears on the page of this wallet.'

const UNDECIDED: Readonly<Record<Appeal['against'], string>> = {
  flag: 'With too few votes by then, the flag is lifted, once in 30 days for each reason.',
  freeze: 'With too few votes by then, the freeze stays until its own end.',
}

function Facts({ appeal }: { appeal: Appeal }) {
  const { id, against, number, openedAt, deadline, caseId } = appeal
  return (
    <dl className="figures grid gap-x-4 gap-y-1.5 text-[0.9375rem] sm:grid-cols-[auto_1fr]">
      <Fact term="Received">{formatDateTime(openedAt)}</Fact>
      <Fact term="Against">
        {against === 'flag' ? 'Flag' : 'Freeze'} {number}
      </Fact>
      <Fact term="The vote that decides it">Proposal #{id}</Fact>
      <Fact term="Voting, 24 hours">
        <Countdown text="Ends" atMs={Date.parse(deadline)} />, on {formatDateTime(deadline)}.{' '}
        {UNDECIDED[against]}
      </Fact>
      <Fact term="Case">{caseId}</Fact>
    </dl>
  )
}

const Fact = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-faint">{term}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)
