import type { ClearanceAnswer, WatchReasons } from '@app/api/schemas/agent.ts'
import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/api.ts'
import { buildCasePath } from '../../lib/case-path.ts'
import { Link } from '../../lib/router/link.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { describeClearance, describeWatching } from './describe-agent-notes.ts'
import { clearancesQuery, watchReasonsQuery } from './read-protection.ts'

/** Why the agent watches a wallet, and the accusations that it withdrew; nothing while they are unknown. */
export function AgentNotes({ address }: { address: Address }) {
  const api = useApi()
  const watched = useQuery(watchReasonsQuery(api, address))
  const cleared = useQuery(clearancesQuery(api, address))
  return (
    <>
      <WatchingLine reasons={watched.data?.reasons ?? []} />
      <ClearanceList address={address} clearances={cleared.data ?? []} />
    </>
  )
}

function WatchingLine({ reasons }: Pick<WatchReasons, 'reasons'>) {
  if (reasons.length === 0) return null
  return (
    <UserText as="p" className="mb-3 text-sm text-ink-soft">
      {describeWatching(reasons)}
    </UserText>
  )
}

interface ClearanceListProps {
  address: Address
  clearances: readonly ClearanceAnswer[]
}

function ClearanceList({ address, clearances }: ClearanceListProps) {
  if (clearances.length === 0) return null
  return (
    <ul aria-label="Withdrawn accusations" className="mb-4 grid gap-2">
      {clearances.map((clearance) => (
        <li key={clearance.caseId} className="rounded-control bg-good-soft px-4 py-3">
          <p className="flex flex-wrap gap-x-3 font-medium">
            {describeClearance(clearance)}
            <Link to={buildCasePath(address, clearance.caseId)} className="link">
              See the case
            </Link>
          </p>
          <Disclosure title="The signed text">
            <UserText as="pre" className="figures text-sm whitespace-pre-wrap">
              {clearance.text}
            </UserText>
          </Disclosure>
        </li>
      ))}
    </ul>
  )
}
