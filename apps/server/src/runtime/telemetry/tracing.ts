import { SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { LogEvent } from 'kysely'

/**
 * Starts the SDK of OpenTelemetry, which reads the standard variables (`OTEL_…`) itself, and returns what sends the rest
 * and ends it. Only traces: metrics and logs have their own way out. Until then spans measure nothing, and nothing but
 * the small API of OpenTelemetry is loaded.
 */
export async function startTracing(): Promise<() => Promise<void>> {
  const { NodeSDK } = await import('@opentelemetry/sdk-node')
  const sdk = new NodeSDK({ metricReaders: [], logRecordProcessors: [] })
  sdk.start()
  return () => sdk.shutdown()
}

interface WorkSpan {
  /** Few different names: a stage or a method, never an address. */
  name: string
  kind: 'client' | 'internal'
}

export const getTracer = (): Tracer => trace.getTracer('dharma-guard')

/** Runs `work` inside of a span that ends with it, also when it fails. */
export const traceWork = <T>({ name, kind }: WorkSpan, work: () => Promise<T>): Promise<T> =>
  getTracer().startActiveSpan(
    name,
    { kind: kind === 'client' ? SpanKind.CLIENT : SpanKind.INTERNAL },
    async (span) => {
      try {
        return await work()
      } catch (error) {
        // The name alone: messages of drivers may quote what people sent.
        const message = error instanceof Error ? error.name : 'unknown error'
        span.setStatus({ code: SpanStatusCode.ERROR, message })
        throw error
      } finally {
        span.end()
      }
    },
  )

/** Records a query of Kysely that has just ended; its text has `$1` in the place of values. */
export function traceQuery({ query, queryDurationMillis }: LogEvent): void {
  const endMs = Date.now()
  const span = getTracer().startSpan('query', {
    kind: SpanKind.CLIENT,
    attributes: { 'db.query.text': query.sql },
    startTime: endMs - queryDurationMillis,
  })
  span.end(endMs)
}
