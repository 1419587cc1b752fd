import { Info, ShieldAlert, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router'
import { Countdown } from '../../ui/countdown.tsx'
import { SOFT_TONE_CLASSES } from '../../ui/tone-classes.ts'
import { AccusationDetails } from './accusation-details.tsx'
import type { ProtectionLine } from './describe/describe-protection.ts'

const ICONS = { bad: ShieldAlert, info: ShieldCheck, neutral: Info } as const

/** What stands against a wallet, its freeze, recovery and appeals: who says so, since when and on what. */
export function ProtectionStatus({ lines }: { lines: readonly ProtectionLine[] }) {
  return (
    <ul aria-label="Status of this wallet" className="grid gap-2">
      {lines.map((line) => (
        <StatusBanner key={`${line.text} ${line.details?.join(' ')}`} line={line} />
      ))}
    </ul>
  )
}

function StatusBanner({ line }: { line: ProtectionLine }) {
  const { tone, text, details = [], countdown, proposalId, accusation } = line
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
        {details.map((detail) => (
          <p key={detail} className="text-[0.9375rem] wrap-anywhere text-ink-soft">
            {detail}
          </p>
        ))}
        {accusation && <AccusationDetails accusation={accusation} isFlag={line.isFlag === true} />}
      </div>
    </li>
  )
}
