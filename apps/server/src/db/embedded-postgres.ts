export interface EmbeddedPostgres {
  /** Connection string of a database named `dharma` on a loopback port. */
  url: string
  stop(): Promise<void>
}
