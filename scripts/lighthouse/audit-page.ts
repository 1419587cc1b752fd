import lighthouse from 'lighthouse'
import { CATEGORIES, METRICS, type Metric, type PageScores } from './scores.ts'

/** Loads a page once as Lighthouse's phone, in the browser that listens on `port`. */
export async function auditPage(url: string, port: number): Promise<PageScores> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: [...CATEGORIES],
  })
  if (result === undefined) throw new Error(`Lighthouse returned nothing for ${url}.`)
  const { categories, audits, runtimeError } = result.lhr
  if (runtimeError !== undefined) throw new Error(`${url}: ${runtimeError.message}`)
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
