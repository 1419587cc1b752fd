import { ChevronRight, Info, ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { SOFT_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import { AccusationDetails } from './accusation-details.tsx'
import type { ProtectionLine } from './describe/describe-protection.ts'

const ICONS = { bad: ShieldAlert, info: ShieldCheck, neutral: Info } as const

interface ProtectionStatusProps {
  lines: readonly ProtectionLine[]
  /** Whether who says so, since when and on what is open; else it opens on demand. */
  isOpen: boolean
}

/** What stands against a wallet, its freeze, recovery and appeals, one line each. */
export function ProtectionStatus({ lines, isOpen }: ProtectionStatusProps) {
  return (
    <ul aria-label="Status of this wallet" className="flex flex-wrap gap-1.5">
      {lines.map((line) => (
        <StatusBanner key={`${line.text} ${line.details?.join(' ')}`} line={line} isOpen={isOpen} />
      ))}
    </ul>
  )
}

function StatusBanner({ line, isOpen }: { line: ProtectionLine; isOpen: boolean }) {
  const { tone, details = [], proposalId, accusation } = line
  const Icon = ICONS[tone]
  return (
    <li
      className={`figures flex max-w-full flex-auto gap-2.5 rounded-control px-3 py-1.5 text-[0.9375rem] ${SOFT_TONE_CLASSES[tone]}`}
    >
      <Icon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        {details.length === 0 && accusation === undefined ? (
          <p className="font-medium wrap-break-word">
            <Headline line={line} />
          </p>
        ) : (
          <LineDetails headline={<Headline line={line} />} isOpen={isOpen}>
            {details.map((detail) => (
              <p key={detail} className="wrap-anywhere text-ink-soft">
                {detail}
              </p>
            ))}
            {accusation && (
              <AccusationDetails accusation={accusation} isFlag={line.isFlag === true} />
            )}
          </LineDetails>
        )}
      </div>
      {proposalId !== undefined && (
        <Link to="/governance" className="shrink-0 self-start underline underline-offset-4">
          Proposal #{proposalId}
        </Link>
      )}
    </li>
  )
}

function Headline({ line: { text, countdown } }: { line: ProtectionLine }) {
  return (
    <>
      {text}
      {countdown && (
        <span className="ml-3 font-normal">
          <Countdown {...countdown} />
        </span>
      )}
    </>
  )
}

interface LineDetailsProps {
  headline: ReactNode
  isOpen: boolean
  children: ReactNode
}

function LineDetails({ headline, isOpen, children }: LineDetailsProps) {
  return (
    <details className="group/line" open={isOpen}>
      <summary className="list-none font-medium wrap-break-word [&::-webkit-details-marker]:hidden">
        {headline}
        <ChevronRight
          className="ml-1 inline size-4 transition-transform group-open/line:rotate-90"
          aria-hidden="true"
        />
      </summary>
      {children}
    </details>
  )
}
