/** A log for connection errors that occur outside a query. */
export interface WarningLog {
  warn(details: { err: Error }, message: string): void
}
