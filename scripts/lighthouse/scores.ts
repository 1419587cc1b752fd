export const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const

/** What explains a performance score, with the unit of its value. */
export const METRICS = {
  'first-contentful-paint': 'FCP ms',
  'largest-contentful-paint': 'LCP ms',
  'total-blocking-time': 'TBT ms',
  'cumulative-layout-shift': 'CLS',
} as const

export type Metric = keyof typeof METRICS

export type Category = (typeof CATEGORIES)[number]

export const buildScores = (read: (category: Category) => number) => ({
  performance: read('performance'),
  accessibility: read('accessibility'),
  'best-practices': read('best-practices'),
})

/** Scores of a page from 0 to 100, and its metrics. */
export interface PageScores {
  scores: ReturnType<typeof buildScores>
  metrics: Readonly<Record<Metric, number>>
  /** Audits that cost points, by their ids. */
  failed: readonly string[]
}

const GOAL = 97

export const isGoodEnough = ({ scores }: PageScores): boolean =>
  CATEGORIES.every((category) => scores[category] >= GOAL)

/** Returns the run whose performance is the median, with the lowest scores of the other categories. */
export function takeMedians(runs: readonly PageScores[]): PageScores {
  const sorted = [...runs].sort((a, b) => a.scores.performance - b.scores.performance)
  const median = sorted[Math.floor((sorted.length - 1) / 2)]
  if (median === undefined) throw new Error('--runs must be at least 1.')
  const lowest = buildScores((category) => Math.min(...runs.map(({ scores }) => scores[category])))
  return { ...median, scores: { ...lowest, performance: median.scores.performance } }
}

/** Formats one line for each page: scores, metrics, and what cost points. */
export function formatTable(results: readonly (readonly [string, PageScores])[]): string {
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
