/** Percentiles of a duration, in milliseconds. */
export interface Percentiles {
  p50: number
  p95: number
  p99: number
}

const BATCHES = 5
const RUNS = 200

/**
 * Measures the duration of `work` over 200 sequential runs. Returns the best of five batches, the one that
 * other processes disturbed least. `prepare` runs before each run and is not timed.
 */
export async function measurePercentiles(
  work: () => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => {},
): Promise<Percentiles> {
  const batches: Percentiles[] = []
  for (let batch = 0; batch < BATCHES; batch += 1) batches.push(await measureBatch(work, prepare))
  return batches.reduce((best, next) => (next.p95 < best.p95 ? next : best))
}

async function measureBatch(
  work: () => Promise<unknown>,
  prepare: () => Promise<unknown>,
): Promise<Percentiles> {
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    await prepare()
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  return computePercentiles(times)
}

/** Returns the percentiles of some durations in milliseconds, rounded to two decimals. */
export function computePercentiles(times: readonly number[]): Percentiles {
  const sorted = times.toSorted((a, b) => a - b)
  const percentile = (share: number) =>
    roundToHundredths(sorted[Math.ceil(share * sorted.length) - 1] ?? 0)
  return { p50: percentile(0.5), p95: percentile(0.95), p99: percentile(0.99) }
}

/** Returns `part / whole`, rounded to two decimals. */
export const roundRatio = (part: number, whole: number): number => roundToHundredths(part / whole)

const roundToHundredths = (value: number): number => Number(value.toFixed(2))
