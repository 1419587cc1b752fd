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
    <UserText as="p" className="mt-2 text-small text-ink-soft">
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
    <ul aria-label="Withdrawn accusations" className="mt-2 grid gap-1 text-small">
      {clearances.map((clearance) => (
        <li key={clearance.caseId} className="rounded-control bg-good-soft px-3 py-1">
          <Disclosure title={describeClearance(clearance)} isDense>
            <p>
              {describeRecipients(clearance)}{' '}
              <Link to={buildCasePath(address, clearance.caseId)} className="link">
                See the case
              </Link>
            </p>
            <p className="mt-1 font-medium">The signed text</p>
            <UserText as="pre" className="figures whitespace-pre-wrap">
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

const describeClearance = ({ accusedAt, clearedAt }: ClearanceAnswer): string =>
  `The accusation of ${formatDate(accusedAt)} was withdrawn on ${formatDate(clearedAt)}.`

/** Returns how many of those who got the accusation got its withdrawal; null where nobody got it. */
export function describeRecipients({ recipients }: Pick<ClearanceAnswer, 'recipients'>) {
  const { reached, waiting, notReached } = recipients
  const told = reached + waiting + notReached
  if (told === 0) return null
  return `Recipients of the accusation who got its withdrawal: ${formatCount(reached)} of ${formatCount(told)}.`
}
