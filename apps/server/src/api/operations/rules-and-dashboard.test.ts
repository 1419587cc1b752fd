import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROUTES } from '@app/api/routes/routes.ts'
import { parser } from '@prometheus-io/lezer-promql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { PUBLISHING_ROUTE } from '../http/observe-requests.ts'
import { openTestApi, type TestApi } from '../testing/open-test-api.ts'

const ROOT = join(import.meta.dirname, '../../../../..')

interface Rule {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}

interface Panel {
  title: string
  gridPos: { h: number; w: number; x: number; y: number }
  targets: { expr: string }[]
}

const read = (path: string) => readFile(join(ROOT, path), 'utf8')
const rules: Rule[] = parse(await read('operations/prometheus/alerts.yml')).groups[0].rules
const panels: Panel[] = JSON.parse(await read('operations/grafana/dashboard.json')).panels

/** Prometheus itself makes this one, of each process that it scrapes. */
const OF_PROMETHEUS = ['up']

const getExpression = (alert: string): string =>
  rules.find((rule) => rule.alert === alert)?.expr ?? ''

let api: TestApi
let metrics: Set<string>

beforeAll(async () => {
  api = await openTestApi()
  const { body } = await api.app.inject({ url: '/metrics' })
  metrics = new Set([...OF_PROMETHEUS, ...listMetrics(body)])
})

afterAll(() => api.finish())

/** Lists what can be asked for: a histogram has three names, none of them its own. */
const listMetrics = (body: string): string[] =>
  [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
  )

/** Returns the metrics of an expression. Throws when Prometheus would not understand it. */
function findMetrics(expression: string): string[] {
  const names: string[] = []
  parser.parse(expression).iterate({
    enter: ({ type, from, to, node }) => {
      if (type.isError) throw new SyntaxError(`at ${from}: ${expression}`)
      const isName = type.name === 'Identifier' && node.parent?.name === 'VectorSelector'
      if (isName) names.push(expression.slice(from, to))
    },
  })
  return names
}

describe('the alert rules', () => {
  it.each(rules)('$alert asks for metrics that a running server has', ({ expr }) => {
    const names = findMetrics(expr)
    expect(names).not.toEqual([])
    expect(names.filter((name) => !metrics.has(name))).toEqual([])
  })

  it('have each a section in the document, in their order, and no section is left over', async () => {
    const document = await read('docs/run/operate.md')
    const [, chapter = ''] = document.split('\n## What to do for each alert\n')
    const [sections = ''] = chapter.split('\n## ')
    const titles = [...sections.matchAll(/^### (.+)$/gm)].map(([, title = '']) => title)
    const links = titles.map(
      (title) => `docs/run/operate.md#${title.toLowerCase().replaceAll(' ', '-')}`,
    )
    expect(rules.map(({ annotations }) => annotations.runbook)).toEqual(links)
    const empty = sections
      .split(/^### .+$/m)
      .slice(1)
      .filter((text) => text.trim().length < 80)
    expect(empty).toEqual([])
  })

  it('count as slow no request that waits on purpose: streams, and what publishes', () => {
    const [, excluded = ''] = /route!~"([^"]+)"/.exec(getExpression('SlowApi')) ?? []
    const pattern = new RegExp(`^(?:${excluded})$`)
    const streams = ROUTES.filter(({ contentType }) => contentType === 'text/event-stream')
    expect(streams).toHaveLength(1)
    const waiting = [...streams.map(({ url }) => url), PUBLISHING_ROUTE]
    const reading = ROUTES.filter((route) => route.method === 'GET' && !streams.includes(route))
    expect(waiting.filter((url) => !pattern.test(url))).toEqual([])
    expect(reading.filter(({ url }) => pattern.test(url))).toEqual([])
  })
})

describe('the dashboard', () => {
  it.each(panels)('$title shows metrics that a running server has', ({ targets }) => {
    const names = targets.flatMap(({ expr }) => findMetrics(expr))
    expect(names).not.toEqual([])
    expect(names.filter((name) => !metrics.has(name))).toEqual([])
  })
})
