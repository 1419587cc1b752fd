import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { useEffect } from 'react'
import { findAppealCase } from '../../../features/protection/find-case.ts'
import { useApi } from '../../../lib/api.ts'
import { buildCasePath } from '../../../lib/case-path.ts'
import { formatFailure } from '../../../lib/format/format-failure.ts'
import { protectionQuery } from '../../../lib/protection-query.ts'
import { navigate } from '../../../lib/router/location.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { LoadingCard } from '../../../ui/loading-card.tsx'

interface AppealCaseProps {
  address: Address
  proposalId: number
}

/** Leads from the proposal of an appeal to the case of that appeal. */
export function AppealCase({ address, proposalId }: AppealCaseProps) {
  const { data, error } = useQuery(protectionQuery(useApi(), address))
  const caseId = data === undefined ? null : findAppealCase(data, proposalId)
  useEffect(() => {
    if (caseId !== null) navigate(buildCasePath(address, caseId), { replace: true })
  }, [address, caseId])
  if (caseId !== null || (data === undefined && error === null)) {
    return <LoadingCard text="Loading the case..." />
  }
  return (
    <div role="alert" className="card py-8">
      <EmptyState
        icon={SearchX}
        title="No case found"
        text={formatFailure(error, `No case about this wallet names proposal #${proposalId}.`)}
      />
    </div>
  )
}
