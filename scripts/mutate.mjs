// Changes code in small ways and counts which changes its tests detect:
// npm run mutate -- contracts [--sample N] [--seed N] [--contract REGEX] [--list]
// npm run mutate -- values | score | indexer | agent [options of Stryker]

import { mutateContracts } from './mutation/mutate-contracts.mjs'
import { mutateTypeScript } from './mutation/mutate-typescript.mjs'
import { PARTS } from './mutation/parts.mjs'

const [part = '', ...options] = process.argv.slice(2)
if (part !== 'contracts' && PARTS[part] === undefined) {
  const names = ['contracts', ...Object.keys(PARTS)].join(' | ')
  console.error(`Usage: npm run mutate -- ${names} [options]`)
  process.exit(1)
}
const code =
  part === 'contracts' ? await mutateContracts(options) : await mutateTypeScript(part, options)
process.exitCode ||= code
