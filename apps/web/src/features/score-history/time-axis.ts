import { formatDate, formatTimeOfDay } from '../../lib/format/format.ts'

/** A range of time in Unix milliseconds. */
export interface TimeRange {
  fromMs: number
  toMs: number
}

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** Distances between marks of the axis. */
const STEPS = [
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  DAY,
  2 * DAY,
  7 * DAY,
  14 * DAY,
  30 * DAY,
  91 * DAY,
  365 * DAY,
]
const MAX_TICKS = 6

/** Returns the range from the first of `timesMs` to `nowMs`, with a margin; never empty. */
export function findTimeRange(timesMs: readonly number[], nowMs: number): TimeRange {
  const last = Math.max(nowMs, ...timesMs)
  const first = Math.min(last - HOUR, ...timesMs)
  return { fromMs: first - (last - first) * 0.02, toMs: last }
}

/** Returns the place of a time in percent of the axis, within 0–100. */
export function toPercent({ fromMs, toMs }: TimeRange, timeMs: number): number {
  return Math.min(100, Math.max(0, ((timeMs - fromMs) / (toMs - fromMs)) * 100))
}

export interface Tick {
  timeMs: number
  x: number
  text: string
}

/** Lists at most six marks at round times: hours of a day, or days. */
export function listTicks(range: TimeRange): Tick[] {
  const length = range.toMs - range.fromMs
  const step = STEPS.find((one) => length / one <= MAX_TICKS) ?? length / MAX_TICKS
  const first = Math.ceil(range.fromMs / step) * step
  const count = Math.floor((range.toMs - first) / step) + 1
  return Array.from({ length: count }, (_, index) => {
    const timeMs = first + index * step
    return { timeMs, x: toPercent(range, timeMs), text: formatTick(timeMs, step) }
  })
}

function formatTick(timeMs: number, step: number): string {
  if (step < DAY) return formatTimeOfDay(timeMs)
  const time = new Date(timeMs)
  return step >= 365 * DAY ? String(time.getUTCFullYear()) : formatDate(time.toISOString())
}

/** A point of a line in percent of the picture. */
export interface Point {
  x: number
  y: number
}

/** Builds the SVG path of a step line through the points, which ends at the right. */
export function buildStepPath(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  return `M${first.x} ${first.y}${rest.map(({ x, y }) => `H${x}V${y}`).join('')}H100`
}

export interface Cluster<T> {
  x: number
  items: readonly T[]
}

/** Joins neighbours that stand closer than `distance` percent; the items are in the order of time. */
export function clusterByPlace<T extends { timeMs: number }>(
  items: readonly T[],
  range: TimeRange,
  distance: number,
): Cluster<T>[] {
  const clusters: { x: number; items: T[] }[] = []
  for (const item of items) {
    const x = toPercent(range, item.timeMs)
    const last = clusters.at(-1)
    if (last && x - last.x < distance) last.items.push(item)
    else clusters.push({ x, items: [item] })
  }
  return clusters
}

/** Returns the index of the item that is nearest to a place in percent; -1 without items. */
export function findNearest(
  items: readonly { timeMs: number }[],
  range: TimeRange,
  percent: number,
): number {
  const distances = items.map(({ timeMs }) => Math.abs(toPercent(range, timeMs) - percent))
  return distances.indexOf(Math.min(...distances))
}
