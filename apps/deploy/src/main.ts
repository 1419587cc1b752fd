import { run } from './command/run.ts'

process.exitCode = await run(process.argv.slice(2), process.env)
