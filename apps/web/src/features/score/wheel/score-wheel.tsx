import type { Factor } from '@app/values/factor.ts'
import type { ReactNode } from 'react'
import { toFactorTone } from '../../../lib/tone.ts'
import { STROKE_TONE_CLASSES } from '../../../ui/tone-classes.ts'
import { buildWheelArcs, type WheelArc } from './build-wheel-arcs.ts'

interface ScoreWheelProps {
  breakdown: Readonly<Record<Factor, number>>
  /** There is too little data: the arcs are gray, because a colour would be misleading. */
  isUnknown: boolean
  /** Content of the centre. */
  children: ReactNode
}

const SPOKE_ANGLES = [0, 45, 90, 135, 180, 225, 270, 315]

/** A wheel whose rim shows the six factors by weight. Hidden from screen readers: the breakdown has the same as text. */
export function ScoreWheel({ breakdown, isUnknown, children }: ScoreWheelProps) {
  return (
    <div className="relative mx-auto aspect-square w-full max-w-[17.5rem]">
      <svg viewBox="0 0 240 240" className="size-full" fill="none" aria-hidden="true">
        <g className="stroke-line" strokeWidth="1.5">
          <circle cx="120" cy="120" r="84" />
          {SPOKE_ANGLES.map((angle) => (
            <path key={angle} d="M120 36v7" transform={`rotate(${angle} 120 120)`} />
          ))}
        </g>
        <g transform="rotate(-90 120 120)" strokeWidth="15">
          {buildWheelArcs(breakdown).map((arc) => (
            <FactorArc
              key={arc.factor}
              arc={arc}
              stroke={
                STROKE_TONE_CLASSES[isUnknown ? 'neutral' : toFactorTone(breakdown[arc.factor])]
              }
            />
          ))}
        </g>
      </svg>
      <div className="absolute inset-0 grid place-content-center text-center">{children}</div>
    </div>
  )
}

function FactorArc({ arc, stroke }: { arc: WheelArc; stroke: string }) {
  const rim = { cx: 120, cy: 120, r: 106, pathLength: 100, strokeDashoffset: -arc.start }
  return (
    <>
      <circle {...rim} className="stroke-track" strokeDasharray={`${arc.length} 100`} />
      <circle
        {...rim}
        className={`${stroke} transition-[stroke-dasharray] duration-700 ease-out`}
        strokeDasharray={`${arc.filled} 100`}
      />
    </>
  )
}
