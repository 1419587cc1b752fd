/** Receives what goes wrong on a connection while no caller waits for it. */
export interface WarningLog {
  warn(details: { err: Error }, message: string): void
}
