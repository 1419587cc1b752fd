import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Findings, search, type World } from './search.ts'
import {
  RULES,
  type Rules,
  rulesWithout,
  SENTENCE_NAMES,
  SENTENCES,
  type SentenceName,
} from './sentences.ts'
import { writeWalks } from './walks.ts'
import { flaggerWorld, retryWorld } from './worlds/flaggers.ts'
import { walkWorld } from './worlds/free.ts'
import { collusionWorld, floodWorld, juryWorld } from './worlds/jury.ts'
import { heirWorld, thiefWorld } from './worlds/people.ts'
import { lieWorld, liftWorld, youngWorld } from './worlds/publishers.ts'
import { vaultWorld } from './worlds/vault.ts'

/** Searches one world until a deadline in milliseconds. */
interface Searcher {
  name: string
  run(limits: { deadline: number; isQuick?: boolean }): Findings
}

const toSearcher = <S>(world: World<S>): Searcher => ({
  name: world.name,
  run: (limits) => search(world, limits),
})

/** The worlds by the names that --worlds takes. */
const WORLDS: Record<string, (rules: Rules, seed: number) => Searcher[]> = {
  free: (rules, seed) => [
    {
      name: `free walks of two addresses, seed ${seed}`,
      run: ({ deadline }) => walkWorld(rules, { seed, deadline }),
    },
  ],
  publishers: (rules) => [
    ...([undefined, 'bad', 'middle'] as const).map((truth) => toSearcher(liftWorld(rules, truth))),
    toSearcher(lieWorld(rules, true)),
    toSearcher(lieWorld(rules, false)),
    toSearcher(youngWorld(rules)),
  ],
  vault: (rules) =>
    (['tokens', 'nft', 'keys', 'heir'] as const).map((focus) =>
      toSearcher(vaultWorld(rules, focus)),
    ),
  heir: (rules) => [
    ...[0, 1, 2, 3].map((honest) => toSearcher(heirWorld(rules, { honest }))),
    toSearcher(heirWorld(rules, { honest: 1, isFlagged: true })),
  ],
  thief: (rules) => [
    toSearcher(thiefWorld(rules, { isFlagged: false, step: 24 })),
    toSearcher(thiefWorld(rules, { isFlagged: true, step: 24 })),
  ],
  jury: (rules) => [
    toSearcher(juryWorld('each', { isStolen: false })),
    toSearcher(juryWorld('each', { isStolen: true })),
    toSearcher(juryWorld('each', { isStolen: false, against: 'freeze' })),
    toSearcher(juryWorld('each', { isStolen: true, against: 'freeze' })),
    toSearcher(collusionWorld(rules, { awake: true, dismisses: false })),
    toSearcher(floodWorld(rules, 20)),
    toSearcher(floodWorld(rules, 60)),
  ],
  retry: (rules) => [toSearcher(retryWorld(rules))],
  flaggers: (rules) => [
    toSearcher(flaggerWorld(rules, { hostile: ['f1'], appeals: 'none', days: 5 })),
    toSearcher(flaggerWorld(rules, { hostile: ['f1'], appeals: 'heard', days: 9 })),
    toSearcher(flaggerWorld(rules, { hostile: ['f1'], appeals: 'silence', days: 9 })),
    toSearcher(flaggerWorld(rules, { hostile: ['f1', 'f3'], appeals: 'heard', days: 5 })),
    toSearcher(
      flaggerWorld(rules, { hostile: ['f1', 'f3'], appeals: 'heard', days: 2, dismisses: true }),
    ),
  ],
}

interface Options {
  /** For all searches together. */
  seconds: number
  worlds: readonly string[]
  seed: number
}

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Searches the worlds and prints what each gives. Returns the number of violations. */
function checkRules(options: Options): number {
  const searchers = collect(RULES, options)
  const end = Date.now() + options.seconds * 1000
  let violations = 0
  searchers.forEach((searcher, i) => {
    // What a complete search leaves of its time goes to those that follow.
    const share = (end - Date.now()) / (searchers.length - i)
    const findings = searcher.run({ deadline: Date.now() + share })
    print(`${searcher.name}: ${describe(findings)}`)
    for (const [name, trace] of findings.violations) print(`  ${name}: ${trace.join('; ')}`)
    violations += findings.violations.size
  })
  return violations
}

/** The walks come last: they use whatever time is left. */
const collect = (rules: Rules, { worlds, seed }: Options): Searcher[] =>
  worlds
    .toSorted((a, b) => Number(a === 'free') - Number(b === 'free'))
    .flatMap((name) => WORLDS[name]?.(rules, seed) ?? [])

function describe({ count, unit, cutOffAt, violations }: Findings): string {
  const extent = cutOffAt === undefined ? '' : `, cut off at hour ${cutOffAt}`
  return `${count} ${unit}${extent}: ${violations.size === 0 ? 'nothing violated' : 'VIOLATED'}`
}

/** Drops one sentence at a time and prints what breaks without it. */
function ablate(names: readonly SentenceName[], options: Options) {
  const share = (options.seconds * 1000) / names.length
  for (const name of names) {
    const { number, text, dropped } = SENTENCES[name]
    const found = findFirst(collect(rulesWithout(name), options), share)
    print(`${number} ${name}: ${text}`)
    print(`  without it (${dropped}): ${found ?? 'not needed by any property'}`)
  }
}

function findFirst(searchers: readonly Searcher[], shareMs: number): string | undefined {
  for (const searcher of [...searchers].reverse()) {
    const findings = searcher.run({ deadline: Date.now() + shareMs / 3, isQuick: true })
    for (const [name, trace] of findings.violations)
      return `${name} (${searcher.name}): ${trace.join('; ')}`
  }
  return undefined
}

const USAGE = `npm run model -- [ablate|walks] [options]
  (nothing)   searches all worlds under the rules; exit code 1 when something is violated
  ablate      drops one sentence at a time (--only a,b: these): what breaks without it
  walks       writes walks for the tests of the contracts: --seed, --count, --length, --out FILE,
              or --out DIRECTORY --batch N: N walks in each of 1.txt, 2.txt, …, and their number in count.txt
Options: --budget SECONDS (for all searches together), --worlds ${Object.keys(WORLDS).join(',')}, --seed NUMBER`

function parseOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      budget: { type: 'string' },
      worlds: { type: 'string', default: Object.keys(WORLDS).join(',') },
      only: { type: 'string', default: SENTENCE_NAMES.join(',') },
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '100' },
      length: { type: 'string', default: '30' },
      out: { type: 'string' },
      batch: { type: 'string' },
    },
  })
  requireNames('--worlds', values.worlds, Object.keys(WORLDS))
  requireNames('--only', values.only, SENTENCE_NAMES)
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

const { values, command } = parseOptionsOrExit()
const seed = Number(values.seed)
const toOptions = (seconds: number) => ({
  seed,
  seconds: Number(values.budget ?? seconds),
  worlds: values.worlds.split(','),
})

/** Cadence splits short texts much faster than long ones. */
function writeBatches(directory: string, text: string, size: number) {
  const batches: string[] = []
  for (const walk of text.split(/^(?=walk )/m)) {
    const batch = Math.floor((Number(walk.split(' ')[1]) - 1) / size)
    batches[batch] = (batches[batch] ?? '') + walk
  }
  mkdirSync(directory, { recursive: true })
  batches.forEach((batch, i) => {
    writeFileSync(join(directory, `${i + 1}.txt`), batch)
  })
  writeFileSync(join(directory, 'count.txt'), `${batches.length}`)
}

switch (command) {
  case undefined:
    process.exitCode = checkRules(toOptions(120)) > 0 ? 1 : 0
    break
  case 'ablate':
    ablate(values.only.split(',') as SentenceName[], toOptions(600))
    break
  case 'walks': {
    const { count, length, out, batch } = values
    const { text, met } = writeWalks({ seed, count: Number(count), length: Number(length) })
    if (out === undefined) process.stdout.write(text)
    else {
      if (batch === undefined) writeFileSync(out, text)
      else writeBatches(out, text, Number(batch))
      for (const [thing, times] of met) print(`${times} ${thing}`)
    }
    break
  }
  default:
    print(USAGE)
    process.exitCode = command === 'help' ? 0 : 2
}
