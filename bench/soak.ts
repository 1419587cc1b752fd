// Loads a local world and measures whether it stays as it is: npm run soak -- --minutes 30

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { drawPlot, formatNumber, type JudgedSeries } from './soak/draw-plot.ts'
import { createLoadReport, driveLoad, type LoadReport } from './soak/drive-load.ts'
import type { HostedWorld } from './soak/host-world.ts'
import { judgeSeries, SOAK_SERIES, WARM_UP_SHARE } from './soak/judge-series.ts'
import { type Sample, takeSample } from './soak/take-sample.ts'

const USAGE = `Usage: npm run soak -- [options]

Starts a local world of its own, loads it on loopback, and ends with a table: whether memory, handles and lag are flat.

  --minutes N  how long it is loaded (30)
  --plot FILE  where the plot is written (docs/reports/<date>-soak.svg)
`

const PLOT_NAME = `${new Date().toISOString().slice(0, 10)}-soak.svg`

const SAMPLE_PAUSE_MS = 5_000

/** Failures of the load above this share make the run worthless. */
const MAX_FAILED_SHARE = 0.01

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    plot: { type: 'string', default: join(import.meta.dirname, '../docs/reports', PLOT_NAME) },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) process.stdout.write(USAGE)
else await soak(Number(values.minutes))

async function soak(minutes: number): Promise<void> {
  if (!(minutes > 0)) throw new RangeError(`--minutes must be above 0, not ${minutes}.`)
  print('Starting a local world')
  const host = fork(join(import.meta.dirname, 'soak/host-world.ts'), { stdio: 'inherit' })
  const ended = once(host, 'exit')
  const started = await Promise.race([once(host, 'message'), ended])
  const [world] = started as [HostedWorld]
  if (typeof world !== 'object') throw new Error('The world did not start; its error is above.')
  try {
    await measure(world, minutes)
  } finally {
    if (host.connected) host.disconnect()
    await ended
  }
}

async function measure(world: HostedWorld, minutes: number): Promise<void> {
  const report = createLoadReport()
  const ending = new AbortController()
  const load = driveLoad(world, { report, signal: ending.signal })
  const samples = await takeSamples(world, minutes)
  ending.abort()
  await load
  const judged = SOAK_SERIES.map((series) => judge(series, samples))
  const title = `A local world under load for ${formatNumber(minutes)} minutes`
  await writeFile(values.plot, drawPlot(judged, { title, warmUpMinutes: minutes * WARM_UP_SHARE }))
  print(formatTable(judged))
  print(formatLoad(report))
  const hasFailed = judged.some(({ judgement }) => judgement.verdict === 'not flat')
  process.exitCode = hasFailed || isLoadBroken(report) ? 1 : 0
}

async function takeSamples(world: HostedWorld, minutes: number): Promise<Sample[]> {
  const samples: Sample[] = []
  const startMs = performance.now()
  const elapsedMinutes = () => (performance.now() - startMs) / 60_000
  while (elapsedMinutes() < minutes) {
    samples.push(await takeSample(world, elapsedMinutes()))
    if (samples.length % 12 === 0) print(`${elapsedMinutes().toFixed(1)} of ${minutes} minutes`)
    await delay(SAMPLE_PAUSE_MS)
  }
  return samples
}

function judge(series: JudgedSeries['series'], samples: readonly Sample[]): JudgedSeries {
  const points = samples.map(({ minutes, values: all }) => ({
    minutes,
    value: all[series.key] ?? Number.NaN,
  }))
  const warmUpEnd = (points.at(-1)?.minutes ?? 0) * WARM_UP_SHARE
  const judgement = judgeSeries(
    points.filter(({ minutes }) => minutes >= warmUpEnd),
    series,
  )
  return { series, points, judgement }
}

function formatTable(judged: readonly JudgedSeries[]): string {
  const rows = judged.map(({ series, judgement }) => [
    series.label,
    `${formatNumber(judgement.median)} ${series.unit}`.trim(),
    `${formatNumber(judgement.slopePerMinute)} a minute`,
    formatNumber(judgement.growth),
    judgement.verdict,
  ])
  const lines = [
    ['series', 'median', 'slope', 'growth', 'verdict'],
    ['---', '---', '---', '---', '---'],
    ...rows,
  ]
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

function formatLoad(report: LoadReport): string {
  const lines = Object.entries(report).map(([kind, { done, failed, lastProblem }]) => {
    const problem = failed === 0 ? '' : `, ${failed} failed, the last with: ${lastProblem}`
    return `${kind}: ${done}${problem}`
  })
  return lines.join('\n')
}

function isLoadBroken(report: LoadReport): boolean {
  const kinds = Object.values(report)
  return kinds.some(({ done, failed }) => failed > (done + failed) * MAX_FAILED_SHARE)
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
