// Runs a TypeScript file with Node 24: node scripts/run.mjs [--with-toolbox] [--with-web] file.ts [arguments]

import { setUp } from './set-up.mjs'
import { runUnderUs } from './start/run-under-us.mjs'

const args = process.argv.slice(2)
const wanted = { toolbox: take('--with-toolbox'), web: take('--with-web') }
if (args.length === 0) {
  console.error('Usage: node scripts/run.mjs [--with-toolbox] [--with-web] file.ts [arguments]')
  process.exit(1)
}
await setUp(wanted)
process.exit(await runUnderUs(args))

/** @param {string} flag */
function take(flag) {
  const isGiven = args[0] === flag || args[1] === flag
  if (isGiven) args.splice(args.indexOf(flag), 1)
  return isGiven
}
