import { FACTOR_DEFINITIONS, type Factor } from '@app/values/factor.ts'
import { ChevronRight } from 'lucide-react'
import { formatPercent, formatPoints } from '../../lib/format/format.ts'
import { FactorBar } from './factor-bar.tsx'
import { FACTOR_DISPLAYS } from './factor-displays.ts'
import { useFactorHighlight } from './factor-highlight.tsx'
import { getFactorId } from './open-factor.ts'
import type { Reason } from './reason.ts'
import { ReasonList } from './reasons/reason-list.tsx'

interface FactorRowProps {
  factor: Factor
  /** 0 is bad, 1 is good. */
  value: number
  /** What was found, in a few words. */
  finding: string
  reasons: readonly Reason[]
}

const SUMMARY_CLASS =
  'grid list-none grid-cols-[1fr_auto] items-center gap-x-4 rounded-control px-3 py-3 transition-colors hover:bg-sunken sm:grid-cols-[1fr_14rem_9.5rem] sm:gap-x-6 [&::-webkit-details-marker]:hidden'

/** One factor: what was found, its bar and weight, and, when opened, the reasons for its value. */
export function FactorRow({ factor, value, finding, reasons }: FactorRowProps) {
  const { label, weightPercent } = FACTOR_DEFINITIONS[factor]
  const { icon: Icon, meaning } = FACTOR_DISPLAYS[factor]
  const { isActive, handlers } = useFactorHighlight(factor)
  return (
    <li>
      <details id={getFactorId(factor)} className="group scroll-mt-20">
        <summary className={`${SUMMARY_CLASS} ${isActive ? 'bg-sunken' : ''}`} {...handlers}>
          <span className="flex min-w-0 items-center gap-3 max-sm:col-span-2">
            <Icon className="size-5 shrink-0 text-ink-faint" strokeWidth={1.6} aria-hidden="true" />
            <span className="min-w-0 wrap-break-word">
              <span className="text-ink-soft">{label}:</span>{' '}
              <span className="font-medium">{finding}</span>
            </span>
            <ChevronRight
              className="size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
              aria-hidden="true"
            />
          </span>
          <FactorBar value={value} className="max-sm:mt-2" />
          <span className="figures text-right text-sm text-ink-faint max-sm:mt-2">
            <span className="font-semibold text-ink">{formatPercent(value)}</span> · Weight{' '}
            {weightPercent}%
          </span>
        </summary>
        <div className="px-3 pt-1 pb-5 sm:pl-11">
          <p className="text-sm text-ink-faint">
            {meaning}. It adds {formatPoints(value * weightPercent)} of {weightPercent} points.
          </p>
          <ReasonList reasons={reasons} />
        </div>
      </details>
    </li>
  )
}
