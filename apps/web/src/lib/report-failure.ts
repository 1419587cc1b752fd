const reported = new WeakSet<Error>()

/** Logs a failed call to the console, once for each error even if it is reported repeatedly. */
export function reportFailure(what: string, error: unknown): void {
  if (error instanceof Error) {
    if (reported.has(error)) return
    reported.add(error)
  }
  // biome-ignore lint/suspicious/noConsole: the one place where the application writes to the console
  console.error(what, error)
}
