import { RISK_LEVEL_DEFINITIONS, RISK_LEVELS } from '@app/values/risk-level.ts'
import {
  Flag,
  FlagOff,
  Gavel,
  type LucideIcon,
  Scale,
  Snowflake,
  SunSnow,
  TriangleAlert,
  Upload,
} from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import { useChainNow } from '../../lib/chain-clock.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { type Tone, toRiskBadge } from '../../lib/tone.ts'
import { DateTime } from '../../ui/time.tsx'
import {
  BAR_TONE_CLASSES,
  FILL_TONE_CLASSES,
  SOFT_TONE_CLASSES,
} from '../../ui/tone/tone-classes.ts'
import { UserText } from '../../ui/user-text.tsx'
import type { EventMoment, HistoryEventKind, ScoreMoment } from './list-moments.ts'
import {
  buildStepPath,
  clusterByPlace,
  findNearest,
  findTimeRange,
  listTicks,
  type TimeRange,
  toPercent,
} from './time-axis.ts'

type Moment = ScoreMoment | EventMoment

interface HistoryChartProps {
  /** Oldest first. */
  scores: readonly ScoreMoment[]
  events: readonly EventMoment[]
}

/**
 * The score over time: a step line over the bands of the levels, events below it, and one moment after
 * the other by pointer or arrow keys.
 */
export function HistoryChart({ scores, events }: HistoryChartProps) {
  const moments: Moment[] = [...scores, ...events].sort((a, b) => a.timeMs - b.timeMs)
  const range = findTimeRange(
    moments.map(({ timeMs }) => timeMs),
    useChainNow(),
  )
  const [chosen, choose] = useState<number | null>(null)
  const moment = chosen === null ? undefined : moments[chosen]
  const followPointer = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    choose(findNearest(moments, range, ((clientX - left) / width) * 100))
  }
  return (
    <div className="mr-20 sm:mr-24">
      <div
        className="relative"
        onPointerMove={followPointer}
        onPointerDown={followPointer}
        onPointerLeave={() => choose(null)}
      >
        <input
          type="range"
          min={0}
          max={Math.max(moments.length - 1, 0)}
          value={chosen ?? moments.length - 1}
          onChange={({ currentTarget }) => choose(currentTarget.valueAsNumber)}
          onFocus={() => choose((current) => current ?? moments.length - 1)}
          onBlur={() => choose(null)}
          aria-label="Moments of the score history"
          aria-valuetext={describeMoment(moments[chosen ?? moments.length - 1])}
          className="peer pointer-events-none absolute inset-0 size-full opacity-0"
        />
        <div className="rounded-xs outline-offset-4 outline-brand peer-focus-visible:outline-2">
          <Plot scores={scores} range={range} />
          <EventLane events={events} range={range} />
        </div>
        {moment && <Tooltip moment={moment} x={toPercent(range, moment.timeMs)} />}
      </div>
      <TimeTicks range={range} />
    </div>
  )
}

const describeMoment = (moment: Moment | undefined): string =>
  moment === undefined
    ? 'No score yet'
    : `${formatDateTime(new Date(moment.timeMs).toISOString())}: ${moment.text}`

interface PlotProps {
  scores: readonly ScoreMoment[]
  range: TimeRange
}

function Plot({ scores, range }: PlotProps) {
  const points = scores.map(({ timeMs, entry }) => ({
    x: toPercent(range, timeMs),
    y: 100 - entry.score,
    entry,
  }))
  return (
    <div className="relative h-52" aria-hidden="true">
      <LevelBands />
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        className="absolute inset-0 size-full overflow-visible"
        aria-hidden="true"
      >
        <path
          d={buildStepPath(points)}
          className="fill-none stroke-ink"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {points.map(({ x, y, entry }) => (
        <span
          key={`${entry.computedAt}-${entry.evidenceHash}`}
          className={`absolute size-2.5 -translate-1/2 rounded-full border-2 border-surface ${FILL_TONE_CLASSES[toRiskBadge(entry.riskLevel).tone]}`}
          style={{ left: `${x}%`, top: `${y}%` }}
        />
      ))}
    </div>
  )
}

/** One band for each level, named at its right end. */
function LevelBands() {
  return RISK_LEVELS.map((level, index) => {
    const { fromScore, tone, symbol, label } = RISK_LEVEL_DEFINITIONS[level]
    const next = RISK_LEVELS[index + 1]
    const toScore = next === undefined ? 100 : RISK_LEVEL_DEFINITIONS[next].fromScore
    return (
      <span
        key={level}
        className={`absolute inset-x-0 border-b border-line ${SOFT_TONE_CLASSES[tone]}`}
        style={{ bottom: `${fromScore}%`, height: `${toScore - fromScore}%` }}
      >
        <span
          className={`absolute inset-y-0 right-0 w-2 translate-x-full ${BAR_TONE_CLASSES[tone]}`}
        />
        <span className="absolute top-1/2 left-full ml-3.5 -translate-y-1/2 text-xs leading-4 whitespace-nowrap text-ink-soft">
          {symbol} {label}
          {fromScore > 0 && <span className="figures block text-ink-faint">from {fromScore}</span>}
        </span>
      </span>
    )
  })
}

/** Markers closer than this many percent become one. */
const MARKER_DISTANCE = 3.4

function EventLane({ events, range }: { events: readonly EventMoment[]; range: TimeRange }) {
  return (
    <div className="relative h-9 border-b border-line-strong" aria-hidden="true">
      {clusterByPlace(events, range, MARKER_DISTANCE).map(({ x, items }) => {
        const { icon: Icon, tone } = EVENT_DISPLAYS[findMainKind(items.map(({ kind }) => kind))]
        return (
          <span
            key={x}
            className={`absolute top-1/2 grid size-6 -translate-1/2 place-items-center rounded-full ${SOFT_TONE_CLASSES[tone]}`}
            style={{ left: `${x}%` }}
          >
            <Icon className="size-3.5" />
            {items.length > 1 && (
              <span className="figures absolute -top-1 -right-1.5 rounded-full bg-surface px-0.5 text-[0.625rem] leading-3 text-ink-soft">
                {items.length}
              </span>
            )}
          </span>
        )
      })}
    </div>
  )
}

function TimeTicks({ range }: { range: TimeRange }) {
  return (
    <div className="figures relative h-5 text-xs text-ink-faint" aria-hidden="true">
      {listTicks(range).map(({ timeMs, x, text }) => (
        <span
          key={timeMs}
          className="absolute top-1 -translate-x-1/2 whitespace-nowrap"
          style={{ left: `${x}%` }}
        >
          {text}
        </span>
      ))}
    </div>
  )
}

function Tooltip({ moment, x }: { moment: Moment; x: number }) {
  return (
    <>
      <span
        className="pointer-events-none absolute inset-y-0 w-px bg-ink-faint"
        style={{ left: `${x}%` }}
        aria-hidden="true"
      />
      <span
        className="figures pointer-events-none absolute top-2 z-10 w-max max-w-56 rounded-control border border-line-strong bg-surface px-3 py-2 text-sm shadow-card"
        style={x < 50 ? { left: `calc(${x}% + 0.5rem)` } : { right: `calc(${100 - x}% + 0.5rem)` }}
        aria-hidden="true"
      >
        <span className="block text-ink-faint">
          <DateTime time={new Date(moment.timeMs).toISOString()} />
        </span>
        <UserText as="span" className="block">
          {moment.text}
        </UserText>
      </span>
    </>
  )
}

interface EventDisplay {
  icon: LucideIcon
  tone: Tone
}

/** The more serious first: it stands for those beside it. */
const EVENT_DISPLAYS = {
  freeze: { icon: Snowflake, tone: 'bad' },
  flag: { icon: Flag, tone: 'bad' },
  warning: { icon: TriangleAlert, tone: 'poor' },
  appeal: { icon: Scale, tone: 'info' },
  appeal_outcome: { icon: Gavel, tone: 'info' },
  freeze_end: { icon: SunSnow, tone: 'good' },
  lift: { icon: FlagOff, tone: 'good' },
  published: { icon: Upload, tone: 'neutral' },
} as const satisfies Record<HistoryEventKind, EventDisplay>

const ORDER = Object.keys(EVENT_DISPLAYS)

/** Returns the most serious kind of some events. */
function findMainKind(kinds: readonly HistoryEventKind[]): HistoryEventKind {
  return kinds.toSorted((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b))[0] ?? 'published'
}
