type SpanAttributes = Readonly<Record<string, string | number>>

export interface SpanStart {
  /** Few different names: a route, a stage or a method, never an address. */
  name: string
  kind: 'server' | 'client' | 'internal'
  attributes?: SpanAttributes
  /** Headers of a request, which may name the span of its sender (`traceparent`). */
  headers?: Readonly<Record<string, unknown>>
}

/** A measured piece of work; ends once. */
export interface Span {
  end(outcome?: { name?: string; attributes?: SpanAttributes; error?: unknown }): void
}

/** Where spans go; `NO_TRACING` measures nothing. */
export interface Tracing {
  isOn: boolean
  /** Starts a span and runs `work` inside of it; `work` sees to its end. */
  start<T>(span: SpanStart, work: (span: Span) => T): T
  /** Records a span that has just ended. */
  record(span: SpanStart & { durationMs: number }): void
  /** Sends what was not sent yet. */
  close(): Promise<void>
}

const NO_SPAN: Span = { end: () => {} }

export const NO_TRACING: Tracing = {
  isOn: false,
  start: (_, work) => work(NO_SPAN),
  record: () => {},
  close: async () => {},
}

/** Runs `work` inside of a span that ends with it, also when it fails. */
export async function traceWork<T>(
  tracing: Tracing,
  start: SpanStart,
  work: () => Promise<T>,
): Promise<T> {
  if (!tracing.isOn) return await work()
  return await tracing.start(start, async (span) => {
    try {
      const result = await work()
      span.end()
      return result
    } catch (error) {
      span.end({ error })
      throw error
    }
  })
}
