import lighthouse, { type Result } from 'lighthouse'
import { CATEGORIES, METRICS, type Metric, type PageScores } from './scores.ts'

/** Loads that give no score, as when the browser drew no frame, before a page is given up. */
const MAX_LOADS = 5

/** Loads a page as Lighthouse's phone, in the browser that listens on `port`, until it has a score. */
export async function auditPage(url: string, port: number): Promise<PageScores> {
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
  const toScore = (category: string) => Math.round((categories[category]?.score ?? 0) * 100)
  const metrics = Object.keys(METRICS) as Metric[]
  return {
    scores: {
      performance: toScore('performance'),
      accessibility: toScore('accessibility'),
      'best-practices': toScore('best-practices'),
    },
    metrics: Object.fromEntries(
      metrics.map((metric) => [metric, audits[metric]?.numericValue ?? 0]),
    ) as PageScores['metrics'],
    failed: Object.values(categories)
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.9)
      .map(({ id }) => id),
  }
}
