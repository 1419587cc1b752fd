import { runCli } from './command/run-cli.ts'

process.exitCode = await runCli(process.argv.slice(2), process.env)
