import type { Proposal } from '@app/api/schemas/governance/proposal.ts'
import { Clock, Info, Scale } from 'lucide-react'
import type { ReactNode } from 'react'
import { buildAppealCasePath } from '../../../lib/case-path.ts'
import { Link } from '../../../lib/router/link.tsx'
import { Countdown } from '../../../ui/countdown.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { TransactionLink } from '../../../ui/transaction-link.tsx'
import { listNotes } from './list-notes.ts'
import { VoteDetails } from './vote-details.tsx'

/** What there is to know about a proposal beyond its votes: times, obstacles, effect, voters. */
export function ProposalFacts({ proposal }: { proposal: Proposal }) {
  return (
    <div className="figures mt-4 border-t border-line pt-3 text-sm text-ink-soft">
      <ul className="grid gap-1">
        {proposal.countdowns.map(({ kind, at, text }) => (
          <Fact key={kind} icon={<Clock className={ICON_CLASS} aria-hidden="true" />}>
            <Countdown text={text} atMs={at * 1000} />
          </Fact>
        ))}
        {listNotes(proposal).map((note) => (
          <Fact key={note} icon={<Info className={ICON_CLASS} aria-hidden="true" />}>
            {note}
          </Fact>
        ))}
        {proposal.isAppeal && (
          <Fact icon={<Scale className={ICON_CLASS} aria-hidden="true" />}>
            <Link to={buildAppealCasePath(proposal.targetAddress, proposal.id)} className="link">
              See the case
            </Link>
          </Fact>
        )}
      </ul>
      <div className="mt-1">
        <Disclosure title="What will happen">
          <p className="font-medium wrap-break-word text-ink">{proposal.title}</p>
          <p className="mt-1 wrap-break-word whitespace-pre-line">{proposal.description}</p>
          {proposal.txId !== undefined && (
            <p className="mt-1">
              <TransactionLink txId={proposal.txId} />
            </p>
          )}
        </Disclosure>
        <Disclosure title="Who voted">
          <VoteDetails proposal={proposal} />
        </Disclosure>
      </div>
    </div>
  )
}

const ICON_CLASS = 'mt-0.5 size-4 shrink-0 text-ink-faint'

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex gap-2">
      {icon}
      <span className="min-w-0 wrap-break-word">{children}</span>
    </li>
  )
}
