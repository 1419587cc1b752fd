import { formatDayOfYear, formatTimeOfDay } from '@app/values/time.ts'
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
import { useChainNow } from '../../lib/chain-clock.ts'
import { formatDateTime } from '../../lib/format/format.ts'
import { LEVEL_RANGES, type Tone, toRiskBadge } from '../../lib/tone.ts'
import { FILL_TONE_CLASSES, SOFT_TONE_CLASSES } from '../../ui/tone/tone-classes.ts'
import type { EventMoment, HistoryEventKind, ScoreMoment } from './list-moments.ts'

interface HistoryChartProps {
  /** Oldest first. */
  scores: readonly ScoreMoment[]
  events: readonly EventMoment[]
}

/** The score over time, as a step line over the bands of the levels, with events below it; the table beside it says the same. */
export function HistoryChart({ scores, events }: HistoryChartProps) {
  const range = findTimeRange(
    [...scores, ...events].map(({ timeMs }) => timeMs),
    useChainNow(),
  )
  const place = (timeMs: number) => ({ left: `${toPercent(range, timeMs)}%` })
  return (
    <div className="mr-32" aria-hidden="true">
      <div className="relative h-24">
        <LevelBands />
        <StepLine scores={scores} range={range} />
        {scores.map((moment) => (
          <span
            key={`${moment.timeMs}-${moment.entry.evidenceHash}`}
            title={describeMoment(moment)}
            className={`absolute size-2.5 -translate-1/2 rounded-full border-2 border-surface ${FILL_TONE_CLASSES[toRiskBadge(moment.entry.riskLevel).tone]}`}
            style={{ ...place(moment.timeMs), top: `${100 - moment.entry.score}%` }}
          />
        ))}
      </div>
      <div className="relative h-7 border-b border-line-strong">
        {events.map((moment) => {
          const { icon: Icon, tone } = EVENT_DISPLAYS[moment.kind]
          return (
            <span
              key={`${moment.kind} ${moment.timeMs}`}
              title={describeMoment(moment)}
              className={`absolute top-1/2 grid size-6 -translate-1/2 place-items-center rounded-full ${SOFT_TONE_CLASSES[tone]}`}
              style={place(moment.timeMs)}
            >
              <Icon className="size-3.5" />
            </span>
          )
        })}
      </div>
      <div className="figures relative h-5 text-caption text-ink-faint">
        {listTicks(range).map(({ timeMs, text }) => (
          <span
            key={timeMs}
            className="absolute top-1 -translate-x-1/2 whitespace-nowrap max-sm:even:hidden"
            style={place(timeMs)}
          >
            {text}
          </span>
        ))}
      </div>
    </div>
  )
}

const describeMoment = ({ timeMs, text }: ScoreMoment | EventMoment): string =>
  `${formatDateTime(new Date(timeMs).toISOString())}: ${text}`

function StepLine({ scores, range }: { scores: readonly ScoreMoment[]; range: TimeRange }) {
  const steps = scores.map(({ timeMs, entry }, index) => {
    const [x, y] = [toPercent(range, timeMs), 100 - entry.score]
    return index === 0 ? `M${x} ${y}` : `H${x}V${y}`
  })
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="absolute inset-0 size-full overflow-visible"
      aria-hidden="true"
    >
      <path
        d={steps.length === 0 ? '' : `${steps.join('')}H100`}
        className="fill-none stroke-ink"
        strokeWidth="2"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

const LevelBands = () =>
  LEVEL_RANGES.map(({ level, from, to, tone, symbol, label }) => (
    <span
      key={level}
      className={`absolute inset-x-0 border-b border-line ${SOFT_TONE_CLASSES[tone]}`}
      style={{ bottom: `${from}%`, height: `${to - from}%` }}
    >
      <span
        className={`absolute inset-y-0 right-0 w-2 translate-x-full ${FILL_TONE_CLASSES[tone]}`}
      />
      <span className="figures absolute top-1/2 left-full ml-3.5 -translate-y-1/2 text-caption whitespace-nowrap text-ink-soft">
        {symbol} {label}
        {from > 0 && <span className="text-ink-faint"> {from}+</span>}
      </span>
    </span>
  ))

const EVENT_DISPLAYS: Readonly<Record<HistoryEventKind, { icon: LucideIcon; tone: Tone }>> = {
  freeze: { icon: Snowflake, tone: 'bad' },
  flag: { icon: Flag, tone: 'bad' },
  warning: { icon: TriangleAlert, tone: 'poor' },
  appeal: { icon: Scale, tone: 'info' },
  appeal_outcome: { icon: Gavel, tone: 'info' },
  freeze_end: { icon: SunSnow, tone: 'good' },
  lift: { icon: FlagOff, tone: 'good' },
  published: { icon: Upload, tone: 'neutral' },
}

/** In Unix milliseconds. */
interface TimeRange {
  fromMs: number
  toMs: number
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
const MAX_TICKS = 6

/** Returns the range from the first of `timesMs` to `nowMs`, with a margin; never empty. */
export function findTimeRange(timesMs: readonly number[], nowMs: number): TimeRange {
  const last = Math.max(nowMs, ...timesMs)
  const first = Math.min(last - HOUR, ...timesMs)
  return { fromMs: first - (last - first) * 0.02, toMs: last }
}

/** Returns the place of a time in percent of the axis, within 0–100. */
const toPercent = ({ fromMs, toMs }: TimeRange, timeMs: number): number =>
  Math.min(100, Math.max(0, ((timeMs - fromMs) / (toMs - fromMs)) * 100))

const STEPS = [1, 3, 6, 12, 24, 48, 168, 336, 720, 2_184, 8_760].map((hours) => hours * HOUR)

/** Lists at most six marks at round times: hours of a day, days or years. */
export function listTicks({ fromMs, toMs }: TimeRange): { timeMs: number; text: string }[] {
  const step =
    STEPS.find((one) => (toMs - fromMs) / one <= MAX_TICKS) ?? (toMs - fromMs) / MAX_TICKS
  const first = Math.ceil(fromMs / step) * step
  return Array.from({ length: Math.floor((toMs - first) / step) + 1 }, (_, index) => {
    const timeMs = first + index * step
    return { timeMs, text: formatTick(timeMs, step) }
  })
}

function formatTick(timeMs: number, step: number): string {
  if (step < DAY) return formatTimeOfDay(timeMs)
  return step >= 365 * DAY ? String(new Date(timeMs).getUTCFullYear()) : formatDayOfYear(timeMs)
}
