import type { RiskLevel } from '@app/values/risk-level.ts'
import type { ReactElement } from 'react'

interface LevelShapeProps {
  level: RiskLevel
  /** Distance from the middle to the edge. */
  radius: number
}

/** The mark of a level, around the origin of an SVG: its colour, and a shape that tells it without colour. */
export function LevelShape({ level, radius }: LevelShapeProps): ReactElement {
  return SHAPES[level](radius)
}

const SHAPES: Readonly<Record<RiskLevel, (radius: number) => ReactElement>> = {
  TRUSTED: (r) => <circle r={r} className="fill-good-fill" />,
  NORMAL: (r) => (
    <circle r={r * 0.78} strokeWidth={r * 0.44} className="fill-surface stroke-fair-fill" />
  ),
  SUSPICIOUS: (r) => (
    <path
      d={`M0 ${-1.1 * r}L${1.05 * r} ${0.8 * r}H${-1.05 * r}Z`}
      strokeWidth={r * 0.2}
      strokeLinejoin="round"
      className="fill-poor-fill stroke-poor-fill"
    />
  ),
  HIGH_RISK: (r) => (
    <path
      d={`M${-0.75 * r} ${-0.75 * r}L${0.75 * r} ${0.75 * r}M${0.75 * r} ${-0.75 * r}L${-0.75 * r} ${0.75 * r}`}
      strokeWidth={r * 0.62}
      strokeLinecap="round"
      className="stroke-bad-fill"
    />
  ),
}
