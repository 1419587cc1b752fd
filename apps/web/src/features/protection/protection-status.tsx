import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { Info, ShieldAlert, ShieldCheck, TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { useApi } from '../../lib/api.ts'
import { useChainNow } from '../../lib/chain-clock.ts'
import { Countdown } from '../../ui/countdown.tsx'
import { STATUS_HASH } from '../../ui/status-hash.ts'
import { SOFT_TONE_CLASSES } from '../../ui/tone-classes.ts'
import { AccusationDetails } from './accusation-details.tsx'
import { describeProtection, type ProtectionLine } from './describe-protection.ts'
import { protectionQuery } from './queries.ts'
import { useScrollToHash } from './use-scroll-to-hash.ts'

const ICONS = { bad: ShieldAlert, poor: TriangleAlert, info: ShieldCheck, neutral: Info } as const

/** What stands against a wallet, its freeze, recovery and appeals; nothing without them, or while they are unknown. */
export function ProtectionStatus({ address }: { address: Address }) {
  const { data } = useQuery(protectionQuery(useApi(), address))
  const nowMs = useChainNow()
  const list = useScrollToHash<HTMLUListElement>(STATUS_HASH)
  const lines = data === undefined ? [] : describeProtection(data, nowMs)
  if (lines.length === 0) return null
  return (
    <ul ref={list} aria-label="Status of this wallet" className="mb-4 grid scroll-mt-24 gap-2">
      {lines.map((line) => (
        <StatusBanner key={line.text} line={line} />
      ))}
    </ul>
  )
}

function StatusBanner({ line }: { line: ProtectionLine }) {
  const { tone, text, countdown, proposalId, accusation } = line
  const Icon = ICONS[tone]
  return (
    <li className={`figures flex gap-2.5 rounded-control px-4 py-3 ${SOFT_TONE_CLASSES[tone]}`}>
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap gap-x-3 font-medium wrap-break-word">
          {text}
          {countdown && (
            <span className="font-normal">
              <Countdown {...countdown} />
            </span>
          )}
          {proposalId !== undefined && (
            <Link to="/governance" className="underline underline-offset-4 sm:ml-auto">
              Proposal #{proposalId}
            </Link>
          )}
        </p>
        {accusation && <AccusationDetails accusation={accusation} isFlag={tone === 'bad'} />}
      </div>
    </li>
  )
}
