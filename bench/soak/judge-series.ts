/** What is measured again and again. */
export interface Series {
  key: string
  label: string
  unit: string
  /**
   * Growth from the first judged sample to the last that still counts as flat: a number, or a share of the
   * median if that is more. Null: it grows by its nature, and is only shown.
   */
  tolerance: { absolute: number; share: number } | null
  /** Memory rises until it is collected: the lowest values of equal parts of the time are judged. */
  isSawTooth?: boolean
}

export const SOAK_SERIES: readonly Series[] = [
  {
    key: 'memory',
    label: 'Server: memory',
    unit: 'MiB',
    tolerance: { absolute: 10, share: 0.05 },
    isSawTooth: true,
  },
  {
    key: 'heap',
    label: 'Server: heap in use',
    unit: 'MiB',
    tolerance: { absolute: 10, share: 0.1 },
    isSawTooth: true,
  },
  { key: 'files', label: 'Server: open files', unit: '', tolerance: { absolute: 4, share: 0.05 } },
  {
    key: 'resources',
    label: 'Server: handles and requests',
    unit: '',
    tolerance: { absolute: 6, share: 0.05 },
  },
  {
    key: 'streams',
    label: 'Server: open event streams',
    unit: '',
    tolerance: { absolute: 1, share: 0 },
  },
  {
    key: 'lag',
    label: 'Indexer: blocks behind',
    unit: 'blocks',
    tolerance: { absolute: 2, share: 0 },
  },
  {
    key: 'outbox',
    label: 'Outbox: oldest action',
    unit: 's',
    tolerance: { absolute: 5, share: 0 },
  },
  {
    key: 'loop',
    label: 'Event loop: delay, 99th percentile',
    unit: 'ms',
    tolerance: { absolute: 10, share: 0.1 },
  },
  {
    key: 'signers',
    label: 'Two signers: memory',
    unit: 'MiB',
    tolerance: { absolute: 15, share: 0.05 },
    isSawTooth: true,
  },
  { key: 'postgres', label: 'PostgreSQL: memory', unit: 'MiB', tolerance: null },
  { key: 'database', label: 'Database: size', unit: 'MiB', tolerance: null },
  { key: 'emulator', label: 'Emulator: memory', unit: 'MiB', tolerance: null },
]

export interface SeriesPoint {
  minutes: number
  value: number
}

export interface SeriesJudgement {
  median: number
  /** Of the line through the points. */
  slopePerMinute: number
  /** Of that line, from the first point to the last. */
  growth: number
  verdict: 'flat' | 'not flat' | 'grows by its nature'
}

/** Parts of the time of a saw-tooth; in each must be a collection, so a run needs 20 minutes or more. */
const PARTS = 6

/** The share of a run in which caches fill and code is compiled; it is not judged. */
export const WARM_UP_SHARE = 1 / 3

/**
 * Judges whether a series grows, by the slope of Theil and Sen: the median of the slopes between all pairs of
 * points, which single peaks do not move (Sen 1968, doi:10.1080/01621459.1968.10480934). A fall is flat.
 */
export function judgeSeries(all: readonly SeriesPoint[], series: Series): SeriesJudgement {
  const { tolerance, isSawTooth = false } = series
  const points = isSawTooth ? listFloors(all) : all
  const median = computeMedian(points.map(({ value }) => value))
  const slopePerMinute = computeMedian(listSlopes(points))
  const [first, last] = [points.at(0), points.at(-1)]
  const growth = first && last ? slopePerMinute * (last.minutes - first.minutes) : 0
  if (tolerance === null) return { median, slopePerMinute, growth, verdict: 'grows by its nature' }
  const isFlat = growth <= Math.max(tolerance.absolute, tolerance.share * median)
  return { median, slopePerMinute, growth, verdict: isFlat ? 'flat' : 'not flat' }
}

function listFloors(points: readonly SeriesPoint[]): SeriesPoint[] {
  const size = Math.max(1, Math.ceil(points.length / PARTS))
  const parts = Array.from({ length: PARTS }, (_, part) =>
    points.slice(part * size, (part + 1) * size),
  )
  return parts.flatMap((part) => part.toSorted((a, b) => a.value - b.value).slice(0, 1))
}

function listSlopes(points: readonly SeriesPoint[]): number[] {
  return points.flatMap((from, index) =>
    points
      .slice(index + 1)
      .filter(({ minutes }) => minutes > from.minutes)
      .map((to) => (to.value - from.value) / (to.minutes - from.minutes)),
  )
}

function computeMedian(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0]
  return (low + high) / 2
}
