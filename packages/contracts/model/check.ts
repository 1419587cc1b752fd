import { type Findings, search, type World } from './search.ts'
import { RULES, type Rules, rulesWithout, SENTENCES, type SentenceName } from './sentences.ts'
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
export const WORLDS: Record<string, (rules: Rules, seed: number) => Searcher[]> = {
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

export interface Options {
  /** For all searches together. */
  seconds: number
  worlds: readonly string[]
  seed: number
}

type Print = (line: string) => void

/** Searches the worlds and prints what each gives. Returns the number of violations. */
export function checkRules(options: Options, print: Print): number {
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
function collect(rules: Rules, { worlds, seed }: Options): Searcher[] {
  const named = worlds.map((name) => {
    const world = WORLDS[name]
    if (world === undefined)
      throw new Error(`There is no world '${name}'; there are ${Object.keys(WORLDS).join(', ')}`)
    return { name, searchers: world(rules, seed) }
  })
  const last = named.filter(({ name }) => name === 'free')
  return [...named.filter(({ name }) => name !== 'free'), ...last].flatMap((w) => w.searchers)
}

function describe({ count, unit, cutOffAt, violations }: Findings): string {
  const extent = cutOffAt === undefined ? '' : `, cut off at hour ${cutOffAt}`
  return `${count} ${unit}${extent}: ${violations.size === 0 ? 'nothing violated' : 'VIOLATED'}`
}

/** Drops one sentence at a time and prints what breaks without it. */
export function ablate(names: readonly SentenceName[], options: Options, print: Print) {
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
