import { type Logger, pino } from 'pino'
import type { LogLevel } from '../config.ts'

export type { Logger } from 'pino'

/** JSON lines on stdout; credentials never enter a line because errors carry none. */
export function createLog(level: LogLevel): Logger {
  return pino({ level, base: null, serializers: { err: serializeError } })
}

/** What helps to find the cause; driver errors also carry their whole connection. */
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
