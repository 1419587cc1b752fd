import { FACTOR_DEFINITIONS, FACTORS, type Factor } from '@app/values/factor.ts'

const SEGMENT_OPACITIES = [1, 0.88, 0.77, 0.67, 0.58, 0.5]
const SPOKE_ANGLES = [0, 45, 90, 135, 180, 225, 270, 315]
const SEGMENT_GAP = 1

/** The weight of each factor in the score, drawn as the rim of a wheel. */
export function WeightWheel() {
  return (
    <figure className="mx-auto w-full max-w-md">
      <svg
        viewBox="-36 10 392 300"
        className="w-full"
        fill="none"
        role="img"
        aria-label={`What the score weighs: ${FACTORS.map(formatWeight).join(', ')}`}
      >
        <Rim />
        <Hub />
        {computeLabelPositions().map(({ factor, x, y, anchor }) => (
          <text key={factor} x={x} y={y} textAnchor={anchor} className="fill-ink-soft text-caption">
            <tspan>{FACTOR_DEFINITIONS[factor].label}</tspan>
            <tspan x={x} dy="14" className="figures fill-ink text-caption font-semibold">
              {FACTOR_DEFINITIONS[factor].weightPercent}%
            </tspan>
          </text>
        ))}
      </svg>
    </figure>
  )
}

function formatWeight(factor: Factor): string {
  const { label, weightPercent } = FACTOR_DEFINITIONS[factor]
  return `${label} ${weightPercent}%`
}

function Rim() {
  return (
    <g transform="rotate(-90 160 160)" strokeWidth="16" className="stroke-brand">
      {buildSegments().map(({ factor, start, length }, index) => (
        <circle
          key={factor}
          cx="160"
          cy="160"
          r="96"
          pathLength="100"
          strokeDasharray={`${length - SEGMENT_GAP} 100`}
          strokeDashoffset={-(start + SEGMENT_GAP / 2)}
          strokeOpacity={SEGMENT_OPACITIES[index] ?? 0.2}
        />
      ))}
    </g>
  )
}

function Hub() {
  return (
    <>
      <g className="stroke-line-strong" strokeWidth="1.25" strokeLinecap="round">
        <circle cx="160" cy="160" r="80" strokeOpacity="0.5" />
        {SPOKE_ANGLES.map((angle) => (
          <path
            key={angle}
            d="M160 82v26"
            transform={`rotate(${angle} 160 160)`}
            strokeOpacity="0.6"
          />
        ))}
      </g>
      <path
        d="M160 118 196 129v30c0 23-15 38-36 47-21-9-36-24-36-47v-30Z"
        className="fill-brand-fill"
      />
      <text x="160" y="166" textAnchor="middle" className="figures fill-on-brand text-title">
        0–100
      </text>
    </>
  )
}

interface Segment {
  factor: Factor
  /** Hundredths of the rim from the top, clockwise. */
  start: number
  length: number
}

function buildSegments(): Segment[] {
  let start = 0
  return FACTORS.map((factor) => {
    const segment = { factor, start, length: FACTOR_DEFINITIONS[factor].weightPercent }
    start += segment.length
    return segment
  })
}

/** Positions of the labels: outside of the rim, next to the middle of their arcs. */
function computeLabelPositions() {
  return buildSegments().map(({ factor, start, length }) => {
    const angle = ((start + length / 2) / 100) * 2 * Math.PI
    const x = 160 + Math.sin(angle) * 118
    const y = 157 - Math.cos(angle) * 122
    return { factor, x, y, anchor: toTextAnchor(Math.sin(angle)) }
  })
}

function toTextAnchor(sine: number): 'start' | 'middle' | 'end' {
  if (Math.abs(sine) < 0.35) return 'middle'
  return sine > 0 ? 'start' : 'end'
}
