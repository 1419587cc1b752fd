import { getWatchReasons, listClearances } from '@app/api/routes/agent.ts'
import type { ClearanceAnswer, WatchReasons } from '@app/api/schemas/agent.ts'
import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery, useApi } from '../../lib/api.ts'
import { buildCasePath } from '../../lib/case-path.ts'
import { formatCount, formatDate } from '../../lib/format/format.ts'
import { PROTECTION_KEY } from '../../lib/query-keys.ts'
import { Link } from '../../lib/router/link.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { UserText } from '../../ui/user-text.tsx'

/** Why the agent watches a wallet, and the accusations that it withdrew; nothing while they are unknown. */
export function AgentNotes({ address }: { address: Address }) {
  const api = useApi()
  const watched = useQuery(
    apiQuery(api, [...PROTECTION_KEY, address, 'watched'], getWatchReasons, {
      params: { address },
    }),
  )
  const cleared = useQuery(
    apiQuery(api, [...PROTECTION_KEY, address, 'clearances'], listClearances, {
      params: { address },
    }),
  )
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

export const describeWatching = (reasons: WatchReasons['reasons']): string =>
  `The agent watches this wallet because ${reasons.map(({ text }) => text).join(', and because ')}.`

/** Returns that an accusation was withdrawn, and how many of those who were told of it were told of that. */
export function describeClearance({ accusedAt, clearedAt, recipients }: ClearanceAnswer): string {
  const { reached, waiting, notReached } = recipients
  const told = reached + waiting + notReached
  const dates = `The accusation of ${formatDate(accusedAt)} was withdrawn on ${formatDate(clearedAt)}.`
  if (told === 0) return dates
  return `${dates} ${formatCount(reached)} of the ${formatCount(told)} who had been told of it have been told of the withdrawal.`
}
