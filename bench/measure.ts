import { readFile } from 'node:fs/promises'
import type { Context } from '@app/server/runtime/context.ts'

export interface Percentiles {
  p50: number
  p95: number
  p99: number
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

/**
 * Returns items per second of processor time, garbage collection included, in the best of several rounds.
 * No result outlives its item, as in the scorer; the sum prevents the compiler from removing the work.
 */
export function measureBestRate<T>(
  items: readonly T[],
  rounds: number,
  work: (item: T) => number,
): number {
  let best = 0
  let sum = 0
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage()
    for (const item of items) sum += work(item)
    const { user, system } = process.cpuUsage(before)
    best = Math.max(best, (items.length * 1_000_000) / (user + system))
  }
  if (!Number.isFinite(sum)) throw new Error(`The items add up to ${sum}.`)
  return best
}

const TICKS_PER_SECOND = 100
/** Fields of /proc/PID/stat after the name of the program, from 0. */
const PARENT = 1
const OWN_TIME = [11, 12] as const
const CHILD_TIME = [13, 14] as const

/**
 * Returns the processor time that this process and its PostgreSQL have used since they began, in seconds; `NaN`
 * where the system has no /proc.
 */
export async function readProcessorSeconds({ pool }: Pick<Context, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ pid: number; own: number }>(
    'select pid, pg_backend_pid() as own from pg_stat_activity',
  )
  const servers = await Promise.all(rows.map(({ pid }) => readStat(pid)))
  const backend = servers[rows.findIndex(({ pid, own }) => pid === own)]
  const postmaster = backend && (await readStat(Number(backend[PARENT])))
  if (!postmaster) return Number.NaN
  const ticks =
    sum(postmaster, [...OWN_TIME, ...CHILD_TIME]) +
    servers.reduce((total, stat) => total + (stat === null ? 0 : sum(stat, OWN_TIME)), 0)
  const { user, system } = process.cpuUsage()
  return ticks / TICKS_PER_SECOND + (user + system) / 1e6
}

async function readStat(pid: number): Promise<string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

const sum = (stat: readonly string[], fields: readonly number[]): number =>
  fields.reduce((total, field) => total + Number(stat[field]), 0)
