import { startPostgres } from '../embedded-postgres.ts'

/** A process of its own that keeps a PostgreSQL on the directory it is given until it is killed. */
const { url } = await startPostgres({ dataDir: process.argv[2] ?? '', isDurable: false })
process.stdout.write(`${url}\n`)
setInterval(() => {}, 60_000)
