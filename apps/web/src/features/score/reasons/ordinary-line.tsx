import { formatOrdinaryRange } from '../../../lib/format/format-ordinary-range.ts'
import { keepUnits } from '../../../lib/format/keep-units.ts'
import type { OrdinaryRange } from '../reason.ts'
import { placeOnRange } from './place-on-range.ts'

interface OrdinaryLineProps {
  ordinary: OrdinaryRange
  /** Of the reason. */
  points: number
  /** The wallets that were measured are named elsewhere. */
  isShort?: boolean
}

/** The usual range of ordinary wallets as a band, this wallet as a dot on it, and the same in words. */
export function OrdinaryLine({ ordinary, points, isShort = false }: OrdinaryLineProps) {
  const { lower, median, upper, value } = placeOnRange(ordinary)
  return (
    <div className="figures mt-1 flex flex-wrap items-center gap-x-3 text-sm leading-5 text-ink-faint sm:flex-nowrap">
      <span aria-hidden="true" className="relative h-4 w-32 shrink-0 px-1.5">
        <span className="absolute inset-x-0 top-1/2 h-0.5 -translate-y-1/2 rounded-full bg-line-strong/50" />
        <span className="relative block h-full">
          <span
            className="absolute top-1/2 h-2 min-w-1 -translate-y-1/2 rounded-full bg-brand/35"
            style={{ left: `${lower}%`, width: `${upper - lower}%` }}
          />
          <span
            className="absolute top-1/2 h-2 w-0.5 -translate-1/2 bg-brand"
            style={{ left: `${median}%` }}
          />
          <span
            className="absolute top-1/2 size-3 -translate-1/2 rounded-full border-2 border-surface bg-ink"
            style={{ left: `${value}%` }}
          />
        </span>
      </span>
      <span className="min-w-0">
        {keepUnits(isShort ? ordinary.text : formatOrdinaryRange(ordinary))}
        {points < 0 && isInside(ordinary) && '; ordinary alone, but not with the rest'}
      </span>
    </div>
  )
}

/** Points belong to several numbers together, each of which can be an ordinary one. */
const isInside = ({ value, lowerQuartile, upperQuartile }: OrdinaryRange): boolean =>
  value >= lowerQuartile && value <= upperQuartile
