import type { ScoreResult } from '@app/api/score-result.ts'
import { type Factor, WEIGHT_PERCENT } from '@app/values/factor.ts'
import { ChevronRight } from 'lucide-react'
import { formatPercent, formatPoints } from '../../lib/format.ts'
import { toneOfFactor } from '../../lib/tone.ts'
import { FILL_TONE } from '../../ui/tone-classes.ts'
import { FACTOR_WORDS } from './factor-words.ts'
import { ReasonList } from './reason-list.tsx'

interface FactorRowProps {
  factor: Factor
  /** 0 is bad, 1 is good. */
  value: number
  reasons: ScoreResult['reasons']
}

export function FactorRow({ factor, value, reasons }: FactorRowProps) {
  const { label, icon: Icon, meaning } = FACTOR_WORDS[factor]
  const weight = WEIGHT_PERCENT[factor]
  return (
    <li className="py-4 first:pt-1">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h3 className="flex items-center gap-2.5 font-medium">
          <Icon className="size-4.5 text-ink-faint" strokeWidth={1.75} aria-hidden="true" />
          {label}
        </h3>
        <p className="figures text-sm text-ink-soft">
          <span className="text-base font-semibold text-ink">{formatPercent(value)}</span>
          <span className="mx-1.5 text-ink-faint">·</span>
          Weight {weight}%
        </p>
      </div>
      <div className="mt-2 h-2 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <div
          className={`h-full rounded-full transition-[width] duration-700 ease-out ${FILL_TONE[toneOfFactor(value)]}`}
          style={{ width: `${value * 100}%` }}
        />
      </div>
      <details className="group mt-1.5">
        <summary className="-mx-2 flex min-h-8 list-none items-center gap-1 rounded-control px-2 text-sm text-ink-soft hover:text-ink [&::-webkit-details-marker]:hidden">
          <ChevronRight
            className="size-4 shrink-0 transition-transform group-open:rotate-90"
            aria-hidden="true"
          />
          <span>
            <span className="sr-only">{label}: </span>
            {reasonCount(reasons.length)}
          </span>
          <span className="figures ml-auto text-ink-faint">
            {formatPoints(value * weight)} of {weight} points
          </span>
        </summary>
        <div className="pt-1.5 pb-1 pl-5">
          <p className="text-sm text-ink-faint">{meaning}.</p>
          <ReasonList reasons={reasons} />
        </div>
      </details>
    </li>
  )
}

function reasonCount(count: number): string {
  if (count === 0) return 'No reason moved it'
  return count === 1 ? '1 reason' : `${count} reasons`
}
