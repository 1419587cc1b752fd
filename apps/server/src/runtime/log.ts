import { AsyncLocalStorage } from 'node:async_hooks'
import { type Logger, pino } from 'pino'
import type { LogLevel } from '../config.ts'

export type { Logger } from 'pino'

/** Lines are written together: a system call for each took a tenth of the time of an api process under load. */
const DESTINATION = { sync: false, minLength: 4096, periodicFlush: 100 } as const

/**
 * Creates a logger that writes JSON lines to stdout, each with the id of its request or the name of its stage. Errors
 * carry no credentials, so log lines contain none. A line is written within 100 ms: an end by kill loses the lines of
 * that time, any other end none.
 */
export function createLog(level: LogLevel): Logger {
  const options = { level, base: null, mixin: getLogFields, serializers: { err: serializeError } }
  return pino(options, pino.destination(DESTINATION))
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

interface LogFields {
  requestId?: string
  stage?: string
}

const scope = new AsyncLocalStorage<LogFields>()

/** Runs `work`; every line that it logs, also later and in functions that it calls, carries `fields`. */
export const runInLogScope = <T>(fields: LogFields, work: () => T): T => scope.run(fields, work)

/** Returns the fields of the request or the step that this code works for. */
export const getLogFields = (): LogFields => scope.getStore() ?? {}

/**
 * Returns the stack of an error and of its causes, without its other properties: an error of a driver
 * holds its connection, and with it the password.
 */
export function formatUnexpectedError(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { stack, message, cause } = error
  const own = stack ?? message
  return cause === undefined ? own : `${own}\nCaused by: ${formatUnexpectedError(cause)}`
}
