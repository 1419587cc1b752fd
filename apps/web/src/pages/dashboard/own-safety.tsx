import type { Protection } from '@app/api/schemas/protection.ts'
import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { describeSubject } from '../../features/case/describe-case.ts'
import { casesQuery } from '../../features/case/read-case.ts'
import { groupNeededVotes, isVoteNeeded } from '../../features/governance/describe-needed-vote.ts'
import { neededVotesQuery } from '../../features/governance/read-proposals.ts'
import {
  canAppeal,
  describeProtection,
  isAccused,
} from '../../features/protection/describe-protection.ts'
import { ProtectionStatus } from '../../features/protection/protection-status.tsx'
import { useApi } from '../../lib/api.ts'
import { buildCasePath } from '../../lib/case-path.ts'
import { useChainNow } from '../../lib/chain-clock.ts'
import { buildProposalPath } from '../../lib/governance-path.ts'
import { protectionQuery } from '../../lib/protection-query.ts'
import { Link } from '../../lib/router/link.tsx'
import { Card } from '../../ui/card.tsx'
import { STATUS_HASH } from '../../ui/status/owner-link.tsx'
import { SOFT_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'

export function OwnSafety({ address }: { address: Address }) {
  const { data, error } = useQuery(protectionQuery(useApi(), address))
  return (
    <Card title="Your wallet">
      {data === undefined ? (
        <p className="text-ink-soft">
          {error === null
            ? 'Loading what is known of your wallet...'
            : 'What is held against your wallet appears here when the server answers.'}
        </p>
      ) : (
        <Safety address={address} protection={data} />
      )}
      <Needs address={address} />
    </Card>
  )
}

function Safety({ address, protection }: { address: Address; protection: Protection }) {
  const nowMs = useChainNow()
  const isHeld = isAccused(protection, nowMs)
  const lines = describeProtection(protection, nowMs)
  const Icon = isHeld ? ShieldAlert : ShieldCheck
  return (
    <>
      <p
        className={`flex items-start gap-3 rounded-control px-4 py-3 font-medium ${SOFT_TONE_CLASSES[isHeld ? 'bad' : 'good']}`}
      >
        <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
        <span className="flex flex-wrap gap-x-3">
          <span>
            {isHeld
              ? 'Something is held against your wallet.'
              : 'Nothing is held against your wallet.'}
          </span>
          {isHeld && (
            <Link to={`/wallet/${address}${STATUS_HASH}`} className="underline underline-offset-4">
              {canAppeal(protection) ? 'See it and appeal' : 'See it'}
            </Link>
          )}
        </span>
      </p>
      {lines.length > 0 && (
        <div className="mt-3">
          <ProtectionStatus lines={lines} isOpen={false} />
        </div>
      )}
    </>
  )
}

/** What waits for the owner; an appeal, which waits for others, is among what is known of the wallet. */
function Needs({ address }: { address: Address }) {
  const api = useApi()
  const votes = useQuery(neededVotesQuery(api, address))
  const cases = useQuery(casesQuery(api, address))
  const needed = groupNeededVotes(votes.data?.filter(isVoteNeeded) ?? [])
  const open = cases.data?.filter(({ isOpen }) => isOpen) ?? []
  const isLoaded = votes.data !== undefined && cases.data !== undefined
  if (isLoaded && needed.length + open.length === 0) {
    return <p className="mt-3 text-ink-soft">Nothing needs you now.</p>
  }
  return (
    <ul aria-label="What needs you" className="mt-3 grid gap-1.5 empty:hidden">
      {needed.map(([vote]) => (
        <Need key={`vote ${vote?.id}`} to={buildProposalPath(vote?.id ?? 0)}>
          Your vote is asked for: {vote?.title}
        </Need>
      ))}
      {open.map((one) => (
        <Need key={one.caseId} to={buildCasePath(address, one.caseId)}>
          A case about your wallet is open: {describeSubject(one)}
        </Need>
      ))}
    </ul>
  )
}

const Need = ({ to, children }: { to: string; children: ReactNode }) => (
  <li>
    <Link to={to} className="link user-text">
      {children}
    </Link>
  </li>
)
