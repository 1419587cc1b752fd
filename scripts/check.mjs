import { runChecks } from './check/run-checks.mjs'
import { setUp } from './set-up.mjs'

await setUp()
const { failed } = await runChecks()
process.exit(failed === 0 ? 0 : 1)
