// Runs a TypeScript file with Node 24: node scripts/run.mjs [--with-toolbox] [--with-web] file.ts [arguments]

import { setUp } from './set-up.mjs'
import { runSupervised } from './start/run-supervised.mjs'

const args = process.argv.slice(2)
const wanted = { toolbox: takeFlag('--with-toolbox'), web: takeFlag('--with-web') }
if (args.length === 0) {
  console.error('Usage: node scripts/run.mjs [--with-toolbox] [--with-web] file.ts [arguments]')
  process.exit(1)
}
// What it runs may say how long everything took.
process.env.SET_UP_STARTED_MS ??= String(Date.now())
await setUp(wanted)
process.exit(await runSupervised(args))

/** @param {string} flag */
function takeFlag(flag) {
  const isGiven = args[0] === flag || args[1] === flag
  if (isGiven) args.splice(args.indexOf(flag), 1)
  return isGiven
}
