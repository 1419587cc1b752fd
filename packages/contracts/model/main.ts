import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { FAULTS, type FaultName, importWorlds } from './faults.ts'
import { PROPERTIES, type PropertyName } from './properties.ts'
import type { Findings } from './search.ts'
import { buildWalks } from './walks.ts'
import { type Searcher, WORLDS } from './worlds.ts'

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Searches worlds for a number of seconds and prints what each gives. Returns the number of violations. */
function checkRules(searchers: readonly Searcher[], seconds: number): number {
  const end = Date.now() + seconds * 1000
  let violations = 0
  searchers.forEach((searcher, i) => {
    // What a complete search leaves of its time goes to those that follow.
    const share = (end - Date.now()) / (searchers.length - i)
    const findings = searcher.run({ deadline: Date.now() + share })
    print(`${searcher.name}: ${describe(findings)}`)
    for (const [name, trace] of findings.violations)
      print(`  ${name}: ${PROPERTIES[name as PropertyName]} ${trace.join('; ')}`)
    violations += findings.violations.size
  })
  return violations
}

function describe({ count, unit, cutOffAt, violations }: Findings): string {
  const extent = cutOffAt === undefined ? '' : `, cut off at hour ${cutOffAt}`
  return `${count} ${unit}${extent}: ${violations.size === 0 ? 'nothing violated' : 'VIOLATED'}`
}

/** Breaks one rule at a time and prints which property breaks with it. Returns the number of rules without one. */
async function breakRules(
  names: readonly FaultName[],
  { seconds, list }: { seconds: number; list: (worlds: typeof WORLDS) => Searcher[] },
): Promise<number> {
  let unneeded = 0
  for (const name of names) {
    const { rule, effect } = FAULTS[name]
    const searchers = list((await importWorlds(name)).WORLDS)
    const found = findFirst(searchers, (seconds * 1000) / names.length)
    print(`${rule} ${name} (${effect}): ${found ?? 'not needed by any property'}`)
    if (found === undefined) unneeded += 1
  }
  return unneeded
}

function findFirst(searchers: readonly Searcher[], shareMs: number): string | undefined {
  for (const searcher of searchers.toReversed()) {
    const deadline = Date.now() + shareMs / searchers.length
    const findings = searcher.run({ deadline, isQuick: true })
    for (const [property, trace] of findings.violations)
      return `${property} (${searcher.name}): ${trace.join('; ')}`
  }
  return undefined
}

const USAGE = `npm run model -- [ablate|walks] [options]
  (nothing)   searches all worlds under the rules; exit code 1 when something is violated
  ablate      breaks one rule at a time (--only a,b: these): which property breaks; exit code 1 when none does
  walks       writes walks for the tests of the contracts: --seed, --count, --length, and
              --out DIRECTORY --batch N: N walks in each of 1.txt, 2.txt, …, and their number in count.txt
Options: --budget SECONDS (for all searches together), --worlds ${Object.keys(WORLDS).join(',')}, --seed NUMBER`

function parseOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      budget: { type: 'string' },
      worlds: { type: 'string', default: Object.keys(WORLDS).join(',') },
      only: { type: 'string', default: Object.keys(FAULTS).join(',') },
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '100' },
      length: { type: 'string', default: '30' },
      out: { type: 'string' },
      batch: { type: 'string', default: '26' },
    },
  })
  requireNames('--worlds', values.worlds, Object.keys(WORLDS))
  requireNames('--only', values.only, Object.keys(FAULTS))
  for (const name of ['budget', 'seed', 'count', 'length', 'batch'] as const)
    if (!Number.isFinite(Number(values[name] ?? 0)))
      throw new TypeError(`--${name} ${values[name]} is not a number`)
  return { values, command: values.help ? 'help' : positionals[0] }
}

function requireNames(option: string, list: string, known: readonly string[]) {
  const unknown = list.split(',').filter((name) => !known.includes(name))
  if (unknown.length > 0)
    throw new TypeError(`${option} ${unknown.join(',')} is not one of ${known.join(', ')}`)
}

function parseOptionsOrExit() {
  try {
    return parseOptions()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n${USAGE}\n`)
    process.exit(2)
  }
}

/** Cadence splits short texts much faster than long ones. */
function writeBatches(directory: string, walks: readonly string[], size: number) {
  const count = Math.ceil(walks.length / size)
  mkdirSync(directory, { recursive: true })
  for (let i = 0; i < count; i += 1) {
    const batch = walks.slice(i * size, (i + 1) * size)
    writeFileSync(join(directory, `${i + 1}.txt`), batch.join(''))
  }
  writeFileSync(join(directory, 'count.txt'), `${count}`)
}

const { values, command } = parseOptionsOrExit()
const seed = Number(values.seed)
const list = (worlds: typeof WORLDS): Searcher[] =>
  Object.entries(worlds).flatMap(([name, build]) =>
    values.worlds.split(',').includes(name) ? build(seed) : [],
  )

switch (command) {
  case undefined:
    process.exitCode = checkRules(list(WORLDS), Number(values.budget ?? 120)) > 0 ? 1 : 0
    break
  case 'ablate': {
    const names = values.only.split(',') as FaultName[]
    const options = { seconds: Number(values.budget ?? 600), list }
    process.exitCode = (await breakRules(names, options)) > 0 ? 1 : 0
    break
  }
  case 'walks': {
    const { out, batch } = values
    const options = { seed, count: Number(values.count), length: Number(values.length) }
    const walks = buildWalks(options)
    if (out === undefined) process.stdout.write(walks.join(''))
    else writeBatches(out, walks, Number(batch))
    break
  }
  default:
    print(USAGE)
    process.exitCode = command === 'help' ? 0 : 2
}
