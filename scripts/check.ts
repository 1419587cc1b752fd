import { existsSync } from 'node:fs'
import { runStaticChecks } from './check/run-checks.ts'
import { TOOLBOX_BINARY } from './set-up/paths.mjs'
import { setUp } from './set-up.mjs'

// Checks of Cadence need the Flow tools of these sources, but a checkout without them can do the others.
await setUp({ toolbox: existsSync(TOOLBOX_BINARY) })
const { failed, output } = await runStaticChecks()
console.log(output)
process.exit(failed === 0 ? 0 : 1)
