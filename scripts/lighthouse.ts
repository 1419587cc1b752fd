// Measures the pages of a running `npm start` with Lighthouse: npm run lighthouse [-- --runs 5] [URL]

import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { WORLDS_DIR } from '@app/world/environment.ts'
import { openBrowser } from '@app/world/testing/clients/open-browser.ts'
import lighthouse, { type Result } from 'lighthouse'

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const

/** What explains a performance score, with the unit of its value. */
const METRICS = {
  'first-contentful-paint': 'FCP ms',
  'largest-contentful-paint': 'LCP ms',
  'total-blocking-time': 'TBT ms',
  'cumulative-layout-shift': 'CLS',
} as const

type Metric = keyof typeof METRICS

type Category = (typeof CATEGORIES)[number]

function buildScores(read: (category: Category) => number) {
  return {
    performance: read('performance'),
    accessibility: read('accessibility'),
    'best-practices': read('best-practices'),
  }
}

/** Scores of a page from 0 to 100, and its metrics. */
interface PageScores {
  scores: ReturnType<typeof buildScores>
  metrics: Readonly<Record<Metric, number>>
  /** Audits that cost points, by their ids. */
  failed: readonly string[]
}

const GOAL = 97

/** Loads that give no score, as when the browser drew no frame, before a page is given up. */
const MAX_LOADS = 5

const { values, positionals } = parseArgs({
  options: { runs: { type: 'string', default: '5' } },
  allowPositionals: true,
})

/** What `npm start` has written down; nothing where none runs. */
const world = JSON.parse(
  await readFile(join(WORLDS_DIR, 'world.json'), 'utf8').catch(() => '{}'),
) as { web?: string; people?: Record<string, string> }
const origin = positionals[0] ?? world.web
if (origin === undefined) {
  console.error('Nothing runs: run npm start first, or give the URL of the pages.')
  process.exit(1)
}

const address = world.people?.alice ?? '0x0000000000000001'
const paths = ['/', '/dashboard', `/wallet/${address}`, '/governance']
const port = await findFreePort()
const browser = await openBrowser([`--remote-debugging-port=${port}`])
const results: [string, PageScores][] = []
try {
  for (const path of paths) results.push([path, await measure(new URL(path, origin).href)])
} finally {
  await browser.close()
}
console.log(formatTable(results))
if (results.every(([, scores]) => isGoodEnough(scores))) console.log('All pages reach the goal.')
else {
  console.error(`A page is below the goal in one of ${CATEGORIES.join(', ')}.`)
  process.exitCode = 1
}

/** Lighthouse joins the browser by its debugging port. */
async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const found = server.address()
  server.close()
  if (found === null || typeof found === 'string') throw new Error('No port is free.')
  return found.port
}

async function measure(url: string): Promise<PageScores> {
  const runs: PageScores[] = []
  for (let run = 0; run < Number(values.runs); run++) runs.push(await auditPage(url, port))
  return takeMedians(runs)
}

/** Loads a page as Lighthouse's phone, in the browser that listens on `port`, until it has a score. */
async function auditPage(url: string, port: number): Promise<PageScores> {
  let problem = ''
  for (let load = 0; load < MAX_LOADS; load++) {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      onlyCategories: [...CATEGORIES],
    })
    if (result === undefined) throw new Error(`Lighthouse returned nothing for ${url}.`)
    const { categories, audits, runtimeError } = result.lhr
    if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`)
    if (CATEGORIES.every((category) => typeof categories[category]?.score === 'number')) {
      return toPageScores(result.lhr)
    }
    problem = Object.values(audits).find(({ errorMessage }) => errorMessage)?.errorMessage ?? ''
  }
  throw new Error(`${url} got no score in ${MAX_LOADS} loads. ${problem}`)
}

function toPageScores({ categories, audits }: Result): PageScores {
  const toScore = (category: Category) => Math.round((categories[category]?.score ?? 0) * 100)
  const metrics = Object.keys(METRICS) as Metric[]
  return {
    scores: buildScores(toScore),
    metrics: Object.fromEntries(
      metrics.map((metric) => [metric, audits[metric]?.numericValue ?? 0]),
    ) as PageScores['metrics'],
    failed: Object.values(categories)
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  }
}

function isGoodEnough({ scores }: PageScores): boolean {
  return CATEGORIES.every((category) => scores[category] >= GOAL)
}

/** Returns the run whose performance is the median, with the lowest scores of the other categories. */
function takeMedians(runs: readonly PageScores[]): PageScores {
  const sorted = [...runs].sort((a, b) => a.scores.performance - b.scores.performance)
  const median = sorted[Math.floor((sorted.length - 1) / 2)]
  if (median === undefined) throw new Error('--runs must be at least 1.')
  const lowest = buildScores((category) => Math.min(...runs.map(({ scores }) => scores[category])))
  return { ...median, scores: { ...lowest, performance: median.scores.performance } }
}

/** Formats one line for each page: scores, metrics, and what cost points. */
function formatTable(results: readonly (readonly [string, PageScores])[]): string {
  const head = ['page', ...CATEGORIES, ...Object.values(METRICS), 'costs points']
  const rows = results.map(([path, { scores, metrics, failed }]) => [
    path,
    ...CATEGORIES.map((category) => String(scores[category])),
    ...Object.entries(metrics).map(([metric, value]) =>
      metric === 'cumulative-layout-shift' ? value.toFixed(3) : String(Math.round(value)),
    ),
    failed.join(', '),
  ])
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  return [head, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
