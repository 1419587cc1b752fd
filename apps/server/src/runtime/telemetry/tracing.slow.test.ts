import Fastify from 'fastify'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createTestDatabase } from '../../testing/create-test-database.ts'
import { findFreePort } from '../../testing/processes/find-free-port.ts'
import { startServerProcess } from '../../testing/processes/start-server-process.ts'

interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
}

/** Starts a collector that keeps the spans and the headers that it receives. */
async function startCollector() {
  const spans: SentSpan[] = []
  const paths = new Set<string>()
  const app = Fastify()
  app.post('/*', (request) => {
    paths.add(`${request.url} ${request.headers['x-key']}`)
    const body = request.body as { resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[] }
    spans.push(...body.resourceSpans.flatMap((r) => r.scopeSpans.flatMap((scope) => scope.spans)))
    return {}
  })
  onTestFinished(() => app.close())
  return { url: await app.listen({ host: '127.0.0.1', port: 0 }), spans, paths }
}

/** Prints a line when the SDK of OpenTelemetry is loaded; prom-client always loads its small API. */
const REPORT_LOADING = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module'
  registerHooks({ resolve(name, context, next) {
    if (name === '@opentelemetry/sdk-node') process.stdout.write('OpenTelemetry is loaded\\n')
    return next(name, context)
  } })`)}`

async function startApi(env: Record<string, string>) {
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const port = await findFreePort()
  const settings = { FLOW_NETWORK: 'local', FLOW_ACCESS_NODE: 'http://127.0.0.1:9' }
  const server = startServerProcess({
    roles: ['api', 'indexer'],
    env: { ...settings, DATABASE_URL: database.url, API_PORT: `${port}`, ...env },
    nodeArgs: ['--import', REPORT_LOADING],
  })
  onTestFinished(() => server.kill())
  const url = `http://127.0.0.1:${port}`
  await vi.waitUntil(async () => (await fetch(`${url}/health`).catch(() => null))?.ok, {
    timeout: 120_000,
  })
  return { url, server }
}

describe('traces', () => {
  it('show a request with its queries in the trace of its sender, and the steps of stages', async () => {
    const collector = await startCollector()
    const { url, server } = await startApi({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=secret-of-the-collector',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    })
    const [traceId, spanId] = ['1'.repeat(32), '2'.repeat(16)]
    const headers = { traceparent: `00-${traceId}-${spanId}-01` }
    await fetch(`${url}/v1/actions`, { headers })
    const find = (name: RegExp) => collector.spans.find((span) => name.test(span.name))
    const expected = [/^GET \/v1\/actions$/, /^stage live$/, /^node get/]
    await vi.waitUntil(() => expected.every(find), { timeout: 120_000 })
    const request = find(/^GET \/v1\/actions$/)
    expect(request).toMatchObject({ traceId, parentSpanId: spanId })
    const children = collector.spans.filter((span) => span.parentSpanId === request?.spanId)
    expect(children.map(({ name }) => name)).toContain('query')
    expect([...collector.paths]).toEqual(['/v1/traces secret-of-the-collector'])
    expect(server.output()).toContain('OpenTelemetry is loaded')
    server.signal('SIGTERM')
    expect(await server.ended).toBe(0)
    expect(server.output()).not.toContain('secret-of-the-collector')
  })

  it.each([
    ['without a collector', {}],
    [
      'when they are disabled',
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_SDK_DISABLED: 'true' },
    ],
  ])('load nothing %s', async (_, env) => {
    const { server } = await startApi(env)
    expect(server.output()).toContain('http://127.0.0.1')
    expect(server.output()).not.toContain('OpenTelemetry is loaded')
  })
})
