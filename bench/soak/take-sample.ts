import { readdir, readFile } from 'node:fs/promises'
import type { HostedWorld } from './host-world.ts'

/** One look at a running world: values by the keys of SERIES. */
export interface Sample {
  minutes: number
  values: Readonly<Record<string, number>>
}

const MEBIBYTE = 2 ** 20

/** Metrics of the server that are series, summed over their labels, with what they are divided by. */
const METRICS: Readonly<Record<string, { name: string; per: number }>> = {
  heap: { name: 'dharma_nodejs_heap_size_used_bytes', per: MEBIBYTE },
  resources: { name: 'dharma_nodejs_active_resources', per: 1 },
  lag: { name: 'dharma_indexer_lag_blocks', per: 1 },
  outbox: { name: 'dharma_outbox_stuck_seconds', per: 1 },
  loop: { name: 'dharma_nodejs_eventloop_lag_p99_seconds', per: 0.001 },
  streams: { name: 'dharma_streams_open', per: 1 },
  database: { name: 'dharma_database_bytes', per: MEBIBYTE },
}

/** Reads the metrics of the server, and memory and files of its processes from /proc (Linux only). */
export async function takeSample(world: HostedWorld, minutes: number): Promise<Sample> {
  const [metrics, processes] = await Promise.all([
    readMetrics(world.apiUrl),
    readProcesses(world.pid),
  ])
  const ofGroup = (pattern: RegExp) => processes.filter(({ command }) => pattern.test(command))
  const sumMemory = (pattern: RegExp) =>
    ofGroup(pattern).reduce((sum, { memoryBytes }) => sum + memoryBytes, 0) / MEBIBYTE
  const own = processes.find(({ pid }) => pid === world.pid)
  return {
    minutes,
    values: {
      ...metrics,
      memory: (own?.memoryBytes ?? 0) / MEBIBYTE,
      files: own?.files ?? 0,
      signers: sumMemory(/main\.ts.*cosigner/),
      postgres: sumMemory(/postgres/),
      emulator: sumMemory(/toolbox emulator/),
    },
  }
}

async function readMetrics(apiUrl: string): Promise<Record<string, number>> {
  const text = await (await fetch(`${apiUrl}/metrics`)).text()
  const sums = new Map<string, number>()
  for (const line of text.split('\n')) {
    const [name = ''] = line.split(/[ {]/, 1)
    sums.set(name, (sums.get(name) ?? 0) + Number(line.split(' ').at(-1)))
  }
  const read = ({ name, per }: { name: string; per: number }) => Number(sums.get(name)) / per
  return Object.fromEntries(Object.entries(METRICS).map(([key, metric]) => [key, read(metric)]))
}

interface ProcessState {
  pid: number
  command: string
  memoryBytes: number
  files: number
}

/** Reads a process and all that descend from it. */
async function readProcesses(root: number): Promise<ProcessState[]> {
  const children = await readFile(`/proc/${root}/task/${root}/children`, 'utf8').catch(() => '')
  const pids = children.split(' ').filter(Boolean).map(Number)
  const [own, ...descendants] = await Promise.all([readProcess(root), ...pids.map(readProcesses)])
  return [own, ...descendants.flat()]
}

async function readProcess(pid: number): Promise<ProcessState> {
  const [command, memory, files] = await Promise.all([
    readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => ''),
    readdir(`/proc/${pid}/fd`).catch(() => []),
  ])
  const text = command.replaceAll('\0', ' ')
  return { pid, command: text, memoryBytes: sumOwnBytes(memory), files: files.length }
}

/** Without mapped files, such as programs, whose share depends on the other processes that run them. */
function sumOwnBytes(rollup: string): number {
  const parts = [...rollup.matchAll(/^Pss_(?:Anon|Shmem):\s+(\d+) kB$/gm)]
  return parts.reduce((sum, [, kibibytes]) => sum + Number(kibibytes) * 1024, 0)
}
