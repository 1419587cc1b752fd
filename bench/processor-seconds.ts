import { readFile } from 'node:fs/promises'
import type { Context } from '@app/server/runtime/context.ts'

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
