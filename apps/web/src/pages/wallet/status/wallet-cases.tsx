import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { CaseList } from '../../../features/case/case-list.tsx'
import { casesQuery } from '../../../features/case/read-case.ts'
import { useApi } from '../../../lib/api.ts'

/** The cases about a wallet; nothing without any, or while they are unknown. */
export function WalletCases({ address }: { address: Address }) {
  const { data = [] } = useQuery(casesQuery(useApi(), address))
  return <CaseList cases={data} />
}
