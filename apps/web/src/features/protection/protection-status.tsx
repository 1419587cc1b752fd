import type { Address } from '@app/values/address.ts'
import { useQuery } from '@tanstack/react-query'
import { Info, ShieldAlert, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { useApi } from '../../lib/api.ts'
import { useChainNow } from '../../lib/chain-clock.ts'
import { Countdown } from '../../ui/countdown.tsx'
import { SOFT_TONE_CLASSES } from '../../ui/tone-classes.ts'
import { describeProtection, type ProtectionLine } from './describe-protection.ts'
import { protectionQuery } from './queries.ts'

const ICONS = { bad: ShieldAlert, info: ShieldCheck, neutral: Info } as const

/** Flag, freeze, recovery and appeals of a wallet; nothing without them, or while they are unknown. */
export function ProtectionStatus({ address }: { address: Address }) {
  const { data } = useQuery(protectionQuery(useApi(), address))
  const nowMs = useChainNow()
  const lines = data === undefined ? [] : describeProtection(data, nowMs)
  if (lines.length === 0) return null
  return (
    <ul aria-label="Status of this wallet" className="mb-4 grid gap-2">
      {lines.map((line) => (
        <StatusBanner key={line.text} line={line} />
      ))}
    </ul>
  )
}

function StatusBanner({ line: { tone, text, countdown, proposalId } }: { line: ProtectionLine }) {
  const Icon = ICONS[tone]
  return (
    <li
      className={`figures flex gap-2.5 rounded-control px-4 py-3 font-medium ${SOFT_TONE_CLASSES[tone]}`}
    >
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <p className="flex min-w-0 flex-1 flex-wrap gap-x-3 wrap-break-word">
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
    </li>
  )
}
