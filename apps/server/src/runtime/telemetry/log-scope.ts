import { AsyncLocalStorage } from 'node:async_hooks'

/** What a line of the log belongs to. */
export interface LogFields {
  requestId?: string
  stage?: string
}

const scope = new AsyncLocalStorage<LogFields>()

/** Runs `work`; every line that it logs, also later and in functions that it calls, carries `fields`. */
export const runInLogScope = <T>(fields: LogFields, work: () => T): T => scope.run(fields, work)

/** Returns the fields of the request or the step that this code works for. */
export const getLogFields = (): LogFields => scope.getStore() ?? {}
