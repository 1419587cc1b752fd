import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ablate, checkRules, WORLDS } from './check.ts'
import { SENTENCE_NAMES, type SentenceName } from './sentences.ts'
import { writeWalks } from './walks.ts'

const USAGE = `npm run model -- [ablate|walks] [options]
  (nothing)   searches all worlds under the rules; exit code 1 when something is violated
  ablate      drops one sentence at a time (--only a,b: these): what breaks without it
  walks       writes walks for the tests of the contracts: --seed, --count, --length, --out FILE,
              or --out DIRECTORY --batch N: N walks in each of 1.txt, 2.txt, …, and their number in count.txt
Options: --budget SECONDS (for all searches together), --worlds ${Object.keys(WORLDS).join(',')}, --seed NUMBER`

const print = (line: string) => process.stdout.write(`${line}\n`)

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
    process.exitCode = checkRules(toOptions(120), print) > 0 ? 1 : 0
    break
  case 'ablate':
    ablate(values.only.split(',') as SentenceName[], toOptions(600), print)
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
