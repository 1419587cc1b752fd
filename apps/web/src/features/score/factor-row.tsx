import type { ScoreResult } from '@app/api/schemas/score-result.ts'
import { FACTOR_DEFINITIONS, type Factor } from '@app/values/factor.ts'
import { ChevronRight } from 'lucide-react'
import { formatPercent, formatPoints } from '../../lib/format/format.ts'
import { toFactorTone } from '../../lib/tone.ts'
import { FILL_TONE_CLASSES } from '../../ui/tone-classes.ts'
import { FACTOR_DISPLAYS } from './factor-displays.ts'
import { ReasonList } from './reason-list.tsx'

interface FactorRowProps {
  factor: Factor
  /** 0 is bad, 1 is good. */
  value: number
  reasons: ScoreResult['reasons']
}

const SUMMARY_CLASS =
  'grid list-none grid-cols-[1fr_auto] items-center gap-x-4 rounded-control px-3 py-3.5 transition-colors hover:bg-sunken sm:grid-cols-[15.5rem_1fr_9.5rem] sm:gap-x-6 [&::-webkit-details-marker]:hidden'
const BAR_CLASS =
  'col-span-2 row-start-2 my-2 h-2 overflow-hidden rounded-full bg-track sm:col-span-1 sm:col-start-2 sm:row-span-2 sm:row-start-1'

/** One factor: its bar and weight, and, when opened, the reasons for its value. */
export function FactorRow({ factor, value, reasons }: FactorRowProps) {
  const { label, weightPercent } = FACTOR_DEFINITIONS[factor]
  const { icon: Icon, meaning } = FACTOR_DISPLAYS[factor]
  return (
    <li>
      <details className="group">
        <summary className={SUMMARY_CLASS}>
          <span className="col-span-2 flex items-center justify-between gap-3 sm:contents">
            <span className="flex items-center gap-3 font-medium">
              <Icon
                className="size-5 shrink-0 text-ink-faint"
                strokeWidth={1.6}
                aria-hidden="true"
              />
              {label}
            </span>
            <span className="figures text-right font-semibold sm:col-start-3">
              {formatPercent(value)}
            </span>
          </span>
          <FactorBar value={value} />
          <span className="figures col-start-2 row-start-3 text-right text-sm text-ink-faint sm:col-start-3 sm:row-start-2">
            Weight {weightPercent}% · {formatPoints(value * weightPercent)} pts
          </span>
          <span className="col-start-1 row-start-3 flex items-center pl-8 text-sm text-ink-faint sm:row-start-2">
            {formatReasonCount(reasons.length)}
            <ChevronRight
              className="ml-0.5 size-4 transition-transform group-open:rotate-90"
              aria-hidden="true"
            />
          </span>
        </summary>
        <div className="px-3 pt-1 pb-5 sm:pl-11">
          <p className="text-sm text-ink-faint">{meaning}.</p>
          <ReasonList reasons={reasons} />
        </div>
      </details>
    </li>
  )
}

function FactorBar({ value }: { value: number }) {
  return (
    <span aria-hidden="true" className={BAR_CLASS}>
      <span
        className={`block h-full rounded-full transition-[width] duration-700 ease-out ${FILL_TONE_CLASSES[toFactorTone(value)]}`}
        style={{ width: `${value * 100}%` }}
      />
    </span>
  )
}

function formatReasonCount(count: number): string {
  if (count === 0) return 'No reasons'
  return count === 1 ? '1 reason' : `${count} reasons`
}
