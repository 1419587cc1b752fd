import { FACTOR_DEFINITIONS, type Factor } from '@app/values/factor.ts'
import { type ReactNode, useId } from 'react'
import { formatPercent } from '../../../lib/format/format.ts'
import { toFactorTone } from '../../../lib/tone.ts'
import { getTonePaint, TonePatterns } from '../../../ui/tone/tone-patterns.tsx'
import { useFactorHighlight } from '../factor-highlight.tsx'
import { FactorLink } from '../factor-link.tsx'
import { buildWheelArcs, type WheelArc } from './build-wheel-arcs.ts'
import { placeWheelLabels, type WheelLabel } from './place-wheel-labels.ts'

interface ScoreWheelProps {
  breakdown: Readonly<Record<Factor, number>>
  /** There is too little data: the arcs are hatched, because a colour would be misleading. */
  isUnknown: boolean
  /** Content of the centre. */
  children: ReactNode
}

const LABELS = placeWheelLabels()

/** A wheel whose rim shows the six factors by weight. Each leads to its row in the breakdown. */
export function ScoreWheel({ breakdown, isUnknown, children }: ScoreWheelProps) {
  const patternId = useId()
  return (
    <div className="relative mx-auto w-full max-w-[24rem]">
      <svg viewBox="-190 -124 380 246" className="w-full overflow-visible" fill="none">
        <title>The six factors</title>
        <TonePatterns id={patternId} />
        <circle r="78" className="stroke-line" strokeWidth="1.5" />
        {buildWheelArcs(breakdown).map((arc, index) => (
          <FactorSegment
            key={arc.factor}
            arc={arc}
            label={LABELS[index]}
            value={breakdown[arc.factor]}
            paint={getTonePaint(
              patternId,
              isUnknown ? 'neutral' : toFactorTone(breakdown[arc.factor]),
            )}
          />
        ))}
      </svg>
      <div className="pointer-events-none absolute inset-0 grid place-content-center text-center">
        {children}
      </div>
    </div>
  )
}

interface FactorSegmentProps {
  arc: WheelArc
  label: WheelLabel | undefined
  value: number
  paint: string
}

function FactorSegment({ arc, label, value, paint }: FactorSegmentProps) {
  const { factor, start, length, filled } = arc
  const { isActive, isOtherActive } = useFactorHighlight(factor)
  const name = FACTOR_DEFINITIONS[factor].label
  const rim = { r: 94, pathLength: 100, strokeDashoffset: -start, transform: 'rotate(-90)' }
  return (
    <FactorLink
      factor={factor}
      label={`${name}: ${formatPercent(value)}`}
      className={`transition-opacity ${isOtherActive ? 'opacity-35' : ''}`}
    >
      <circle
        {...rim}
        className="stroke-track"
        strokeWidth={isActive ? 20 : 15}
        strokeDasharray={`${length} 100`}
      />
      <circle
        {...rim}
        stroke={paint}
        strokeWidth={isActive ? 20 : 15}
        className="transition-[stroke-dasharray] duration-700 ease-out"
        strokeDasharray={`${filled} 100`}
      />
      {label && (
        <text
          x={label.x}
          y={label.y + 4}
          textAnchor={label.anchor}
          className={`text-[12.5px] max-[26rem]:text-[15px] ${isActive ? 'fill-ink font-semibold' : 'fill-ink-soft'}`}
        >
          {name}
        </text>
      )}
    </FactorLink>
  )
}
