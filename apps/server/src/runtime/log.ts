import { type Logger, pino } from 'pino'
import type { LogLevel } from '../config.ts'

export type { Logger } from 'pino'

/**
 * Creates a logger that writes JSON lines to stdout. Errors carry no credentials, so log lines
 * contain none.
 */
export function createLog(level: LogLevel): Logger {
  return pino({ level, base: null, serializers: { err: serializeError } })
}

/** Selects the useful fields of an error; errors of the driver also contain their connection. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { name, message, stack, cause } = error
  const code = 'code' in error ? { code: error.code } : {}
  return {
    name,
    message,
    ...code,
    stack,
    ...(cause !== undefined && { cause: serializeError(cause) }),
  }
}
