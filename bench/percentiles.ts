/** How long something takes, in milliseconds. */
export interface Percentiles {
  p50: number
  p95: number
}

/** Runs `work` so often, one after the other, and answers how long it took; `prepare` is not timed. */
export async function percentilesOf(
  runs: number,
  work: () => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => {},
): Promise<Percentiles> {
  const times: number[] = []
  for (let run = 0; run < runs; run += 1) {
    await prepare()
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  times.sort((a, b) => a - b)
  const at = (share: number) => rounded(times[Math.ceil(share * runs) - 1] ?? 0)
  return { p50: at(0.5), p95: at(0.95) }
}

/** `part / whole` with as many decimals as a bench needs. */
export const ratio = (part: number, whole: number): number => rounded(part / whole)

const rounded = (value: number): number => Number(value.toFixed(2))
