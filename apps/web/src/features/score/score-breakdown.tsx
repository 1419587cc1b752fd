import type { ScoreResult } from '@app/api/schemas/score.ts'
import { FACTOR_DEFINITIONS, FACTORS, type Factor } from '@app/values/factor.ts'
import {
  ArrowUpRight,
  ChevronRight,
  Clock,
  Gem,
  type LucideIcon,
  MessagesSquare,
  ShieldAlert,
  Waves,
} from 'lucide-react'
import { Suspense } from 'react'
import { formatPercent, formatPoints } from '../../lib/format/format.ts'
import { toWidthClass } from '../../lib/percent-class.ts'
import { toFactorTone } from '../../lib/tone.ts'

import { CardPart } from '../../ui/card.tsx'
import { Disclosure, useOpened } from '../../ui/disclosure.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { FILL_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import { getFactorId } from './open-factor.ts'
import { ReasonList } from './reasons/reason-item.tsx'
import { listOtherReasons } from './reasons/strongest-reasons.tsx'
import { START_SCORE } from './score-card.tsx'

export function ScoreBreakdown({ result }: { result: ScoreResult }) {
  return (
    <CardPart title="Score Breakdown">
      <ul className="-mx-3 -mt-2 divide-y divide-line text-small">
        {FACTORS.map((factor) => (
          <FactorRow key={factor} factor={factor} result={result} />
        ))}
      </ul>
      <div className="border-t border-line pt-3 text-small text-ink-faint">
        <p>
          Each factor is normalized 0-1, multiplied by its weight and summed into a 0-100 score.
          100% is the best; what is not known counts as 50%.
        </p>
        {result.reasons.length > 0 && (
          <Disclosure title={`How ${START_SCORE} became ${formatPoints(result.score)}`}>
            <Suspense>
              <Waterfall result={result} />
            </Suspense>
          </Disclosure>
        )}
      </div>
    </CardPart>
  )
}

const Waterfall = lazyPart(async () => (await import('./waterfall/waterfall.tsx')).Waterfall)

const SUMMARY_CLASS =
  'grid list-none grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 rounded-control px-3 py-2 transition-colors hover:bg-sunken sm:grid-cols-[1fr_7rem_8.5rem] [&::-webkit-details-marker]:hidden'

/** A factor: what was found, in a few words, its bar and weight; opens to what it looks at and its other reasons. */
function FactorRow({ factor, result }: { factor: Factor; result: ScoreResult }) {
  const { label, weightPercent } = FACTOR_DEFINITIONS[factor]
  const value = result.breakdown[factor]
  const others = listOtherReasons(result.reasons, factor)
  const all = result.reasons.filter((reason) => reason.factor === factor)
  const { icon: Icon, meaning } = FACTOR_DISPLAYS[factor]
  const { wasOpened, props } = useOpened()
  return (
    <li>
      <details id={getFactorId(factor)} className="group scroll-mt-20" {...props}>
        <summary className={SUMMARY_CLASS}>
          <span className="flex min-w-0 items-center gap-3 max-sm:col-span-2">
            <Icon className="size-5 shrink-0 text-ink-faint" strokeWidth={1.6} aria-hidden="true" />
            <span className="min-w-0">
              <span className="text-ink-soft">{label}:</span>{' '}
              <span className="font-medium">{result.findings[factor]}</span>
            </span>
            <ChevronRight
              className="size-4 shrink-0 text-ink-faint transition-transform group-open:rotate-90"
              aria-hidden="true"
            />
          </span>
          <FactorBar value={value} />
          <span className="figures text-right text-small text-ink-faint">
            <span className="font-semibold text-ink">{formatPercent(value)}</span> · Weight{' '}
            {weightPercent}%
          </span>
        </summary>
        {wasOpened && (
          <div className="px-3 pt-1 pb-5 sm:pl-11">
            <p className="text-small text-ink-faint">
              {meaning}. It adds {formatPoints(value * weightPercent)} of {weightPercent} points.
            </p>
            {all.length === 0 && value === 0.5 && (
              <p className="mt-2 text-small text-ink-soft">
                Nothing here moves the score: it counts as one half.
              </p>
            )}
            {others.length < all.length && (
              <p className="mt-2 text-small text-ink-soft">
                {others.length === 0 ? 'Its reasons are' : 'Others are'} among the strongest
                reasons.
              </p>
            )}
            <ReasonList reasons={others} />
          </div>
        )}
      </details>
    </li>
  )
}

/** The percent bar of a factor. Hidden from screen readers: the number stands beside it. */
function FactorBar({ value }: { value: number }) {
  return (
    <span aria-hidden="true" className="block h-2 overflow-hidden rounded-full bg-track">
      <span
        className={`block h-full rounded-full transition-[width] duration-700 ease-out ${toWidthClass(value * 100)} ${FILL_TONE_CLASSES[toFactorTone(value)]}`}
      />
    </span>
  )
}

interface FactorDisplay {
  icon: LucideIcon
  /** What it looks at, as one sentence without its full stop. */
  meaning: string
}

const FACTOR_DISPLAYS: Readonly<Record<Factor, FactorDisplay>> = {
  txFrequency: {
    icon: Waves,
    meaning: 'How the wallet is used: how many accounts it deals with, and how often they return',
  },
  largeOutFlow: {
    icon: ArrowUpRight,
    meaning: 'Whether money stays, or leaves in large amounts as soon as it arrives',
  },
  knownScamInteract: {
    icon: ShieldAlert,
    meaning:
      'Contact with wallets on a scam list, by direction and share of the money. Not finding any is weak evidence, so this stays near the middle for honest wallets',
  },
  nftHoldings: {
    icon: Gem,
    meaning: 'Collections held, apart from those the wallet mints for itself',
  },
  onchainAge: {
    icon: Clock,
    meaning: 'How early the account was made, and for how long it has been used',
  },
  communitySignals: {
    icon: MessagesSquare,
    meaning: 'What members of the community reported, and what was decided by vote',
  },
}
