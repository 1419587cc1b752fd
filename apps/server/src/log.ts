import { type Logger, pino } from 'pino'
import type { LogLevel } from './config.ts'

export type { Logger } from 'pino'

/** JSON lines on stdout; credentials never enter a line because errors carry none. */
export function createLog(level: LogLevel): Logger {
  return pino({ level, base: null })
}
