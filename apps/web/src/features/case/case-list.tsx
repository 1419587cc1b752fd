import type { CaseSummary } from '@app/api/schemas/case.ts'
import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { buildCasePath } from '../../lib/case-path.ts'
import { Link } from '../../lib/router/link.tsx'
import { DateTime } from '../../ui/time.tsx'
import { Badge } from '../../ui/tone/badge.tsx'
import { describeSubject, listBadges } from './describe-case.ts'
import { casesQuery } from './read-case.ts'

/** The cases about a wallet, open and closed; nothing without any, or while they are unknown. */
export function CaseList({ address }: { address: Address }) {
  const { data: cases = [] } = useQuery(casesQuery(useApi(), address))
  if (cases.length === 0) return null
  return (
    <div>
      <h3 className="font-semibold">Cases</h3>
      <ul aria-label="Cases about this wallet" className="divide-y divide-line">
        {cases.map((one) => (
          <CaseItem key={one.caseId} summary={one} />
        ))}
      </ul>
    </div>
  )
}

function CaseItem({ summary }: { summary: CaseSummary }) {
  const { address, caseId, openedAt } = summary
  return (
    <li className="flex flex-wrap items-baseline gap-x-4 gap-y-1 py-2 text-small">
      <Link to={buildCasePath(address, caseId)} className="link">
        {describeSubject(summary)}
      </Link>
      <span className="text-small text-ink-faint">
        since <DateTime time={openedAt} />
      </span>
      <span className="flex flex-wrap gap-2 sm:ml-auto">
        {listBadges(summary).map(({ tone, text }) => (
          <Badge key={text} tone={tone}>
            {text}
          </Badge>
        ))}
      </span>
    </li>
  )
}
