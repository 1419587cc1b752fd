import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './set-up/paths.mjs'
import { lackForBuild, lackForToolbox } from './set-up/toolbox.mjs'
import { setUp } from './set-up.mjs'
import { lackForAccuracy } from './test/run-accuracy.mjs'
import { chooseSuites, listSuites } from './test/suites.mjs'
import { closingLine, sumTallies, tallyOf } from './test/tally.mjs'

const suites = await readSuites()
const lacks = await findLacks()
const canRun = suites.filter(({ needs }) => needs.every((need) => lacks[need] === undefined))
const needed = new Set(canRun.flatMap(({ needs }) => needs))
await setUp({ toolbox: needed.has('toolbox'), web: needed.has('web') })

const tallies = []
for (const suite of suites) {
  if (process.exitCode) break
  tallies.push(await runSuite(suite))
}
const total = sumTallies(tallies)
for (const note of total.notes) console.log(note)
if (process.exitCode) console.log('The tests were interrupted.')
console.log(closingLine(total))
process.exitCode ||= total.failed === 0 ? 0 : 1

async function readSuites() {
  const config = await readFile(join(ROOT, 'vitest.config.ts'), 'utf8')
  try {
    return chooseSuites(listSuites(config), process.argv.slice(2))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

/**
 * What this machine lacks: such tests are skipped, not failed.
 * @returns {Promise<Record<import('./test/suites.mjs').Need, string | undefined>>}
 */
async function findLacks() {
  return {
    toolbox: await lackForToolbox(),
    go: await lackForBuild(),
    web: undefined,
    labelled: lackForAccuracy(),
  }
}

/**
 * @param {import('./test/suites.mjs').Suite} suite
 * @returns {Promise<import('./test/tally.mjs').Tally>}
 */
async function runSuite({ name, needs, run }) {
  const lack = needs.map((need) => lacks[need]).find((sentence) => sentence !== undefined)
  if (lack !== undefined) return tallyOf({ skipped: 1, notes: [`skipped ${name}: ${lack}`] })
  console.log(`\n── ${name}`)
  const tally = await run()
  if (tally.passed + tally.failed + tally.skipped === 0)
    console.log(`There are no tests in ${name}.`)
  return tally
}
