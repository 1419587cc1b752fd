import {
  type Context,
  context,
  type Span as OtelSpan,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import { NodeSDK } from '@opentelemetry/sdk-node'
import type { Span, SpanStart, Tracing } from './tracing.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const

/**
 * Starts the SDK, which reads the standard variables (`OTEL_…`) itself. Only traces: metrics and logs have
 * their own way out.
 */
export function startOpenTelemetry(): Tracing {
  const sdk = new NodeSDK({ metricReaders: [], logRecordProcessors: [] })
  sdk.start()
  const tracer = trace.getTracer('dharma-guard')
  return {
    isOn: true,
    start: (start, work) => {
      const parent = readParent(start)
      const span = openSpan(tracer, start, parent)
      return context.with(trace.setSpan(parent, span), () => work(toSpan(span)))
    },
    record: ({ durationMs, ...start }) => {
      const endMs = Date.now()
      openSpan(tracer, { ...start, startTime: endMs - durationMs }, context.active()).end(endMs)
    },
    close: () => sdk.shutdown(),
  }
}

/** A request continues the trace of its sender; all else that of the work around it. */
const readParent = ({ headers }: SpanStart): Context =>
  headers === undefined ? context.active() : propagation.extract(ROOT_CONTEXT, headers)

function openSpan(
  tracer: Tracer,
  { name, kind, attributes = {}, startTime }: SpanStart & { startTime?: number },
  parent: Context,
): OtelSpan {
  const options = { kind: KINDS[kind], attributes, ...(startTime !== undefined && { startTime }) }
  return tracer.startSpan(name, options, parent)
}

const toSpan = (span: OtelSpan): Span => ({
  end: ({ name, attributes, error } = {}) => {
    if (name !== undefined) span.updateName(name)
    if (attributes !== undefined) span.setAttributes(attributes)
    if (error !== undefined) span.setStatus(describeFailure(error))
    span.end()
  },
})

/** The name of an error alone: messages of drivers may quote what people sent. */
const describeFailure = (error: unknown) => ({
  code: SpanStatusCode.ERROR,
  message: error instanceof Error ? error.name : 'unknown error',
})
