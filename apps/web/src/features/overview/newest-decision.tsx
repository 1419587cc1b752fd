import type { CaseSummary } from '@app/api/schemas/case/case-file.ts'
import { useQuery } from '@tanstack/react-query'
import { Gavel } from 'lucide-react'
import { useApi } from '../../lib/api.ts'
import { buildCasePath } from '../../lib/case-path.ts'
import { shortenAddress } from '../../lib/format/shorten-address.ts'
import { Link } from '../../lib/router/link.tsx'
import { TimeAgo } from '../../ui/time-ago.tsx'
import { describeDecision } from './describe-decision.ts'
import { newestDecisionQuery } from './queries.ts'

/** The newest case that people decided by vote. What a program alone says of a wallet is never shown here. */
export function NewestDecision() {
  const { data } = useQuery(newestDecisionQuery(useApi()))
  return (
    <div className="flex min-h-12 items-start gap-3 border-t border-line pt-4 text-[0.9375rem]">
      <Gavel className="mt-0.5 size-5 shrink-0 text-ink-faint" aria-hidden="true" />
      {data === null && (
        <p className="text-ink-soft">People have not decided any case by vote yet.</p>
      )}
      {data && <Decision decided={data} />}
    </div>
  )
}

function Decision({ decided }: { decided: CaseSummary }) {
  const { address, caseId, changedAt } = decided
  return (
    <p className="text-ink-soft">
      <span className="font-medium text-ink">Decided by people: </span>
      {describeDecision(decided)}{' '}
      <Link to={buildCasePath(address, caseId)} className="link">
        Case of {shortenAddress(address)}
      </Link>{' '}
      <span className="whitespace-nowrap text-ink-faint">
        · <TimeAgo time={changedAt} />
      </span>
    </p>
  )
}
