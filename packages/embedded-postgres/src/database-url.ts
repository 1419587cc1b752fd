/** The database that every server has. */
export const DATABASE = 'dharma'

/** Builds the URL of the database on a loopback port. */
export const buildDatabaseUrl = ({ password, port }: { password: string; port: number }): string =>
  `postgres://postgres:${password}@127.0.0.1:${port}/${DATABASE}`
