import type { Proposal } from '@app/api/schemas/proposal.ts'
import { countProposals } from './proposal-status.ts'

/** The four counters; without numbers while they are not known. */
export function ProposalCounters({ proposals }: { proposals: readonly Proposal[] | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {countProposals(proposals ?? []).map(({ label, count }) => (
        <div key={label} className="card flex flex-col-reverse px-5 py-4">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="figures text-3xl font-semibold tracking-[-0.03em]">
            {proposals === undefined ? <Unknown /> : count}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const Unknown = () => (
  <>
    <span aria-hidden="true" className="text-ink-faint">
      –
    </span>
    <span className="sr-only">not known</span>
  </>
)
