import { startPostgres } from '../embedded-postgres.ts'

/** A script that runs PostgreSQL on the given directory until it is killed. */
const { url } = await startPostgres({ dataDir: process.argv[2] ?? '', isDurable: false })
process.stdout.write(`${url}\n`)
setInterval(() => {}, 60_000)
