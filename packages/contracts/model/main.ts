import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { walkFreely } from './free-walks.ts'
import { PROPERTIES } from './properties.ts'
import { buildWalks } from './walks.ts'

const USAGE = `npm run model -- [walks] [options]
  (nothing)   takes random walks under the rules; exit code 1 when something is violated
  walks       writes walks for the tests of the contracts: --seed, --count, --length, and
              --out DIRECTORY --batch N: N walks in each of 1.txt, 2.txt, …, and their number in count.txt
Options: --budget SECONDS, --seed NUMBER
`

function parseOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      budget: { type: 'string', default: '120' },
      seed: { type: 'string', default: '1' },
      count: { type: 'string', default: '100' },
      length: { type: 'string', default: '30' },
      out: { type: 'string' },
      batch: { type: 'string', default: '26' },
    },
  })
  const toNumber = (name: 'budget' | 'seed' | 'count' | 'length' | 'batch'): number => {
    const number = Number(values[name])
    if (Number.isFinite(number)) return number
    throw new TypeError(`--${name} ${values[name]} is not a number`)
  }
  return {
    command: values.help ? 'help' : positionals[0],
    out: values.out,
    budgetSeconds: toNumber('budget'),
    batch: toNumber('batch'),
    walks: { seed: toNumber('seed'), count: toNumber('count'), length: toNumber('length') },
  }
}

/** Prints what random walks violate. Returns the exit code. */
function checkRules({ budgetSeconds, walks: { seed } }: ReturnType<typeof parseOptions>): number {
  const deadlineMs = Date.now() + budgetSeconds * 1000
  const { walks, violations } = walkFreely(seed, { deadlineMs })
  const result = violations.length === 0 ? 'nothing violated' : 'VIOLATED'
  process.stdout.write(`${walks} walks of two addresses, seed ${seed}: ${result}\n`)
  for (const { property, steps } of violations)
    process.stdout.write(`  ${property}: ${PROPERTIES[property]} ${steps.join('; ')}\n`)
  return violations.length === 0 ? 0 : 1
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

/** Returns the exit code. */
function run(): number {
  const options = parseOptions()
  const { command, out, batch } = options
  if (command === undefined) return checkRules(options)
  if (command !== 'walks') {
    process.stdout.write(USAGE)
    return command === 'help' ? 0 : 2
  }
  const walks = buildWalks(options.walks)
  if (out === undefined) process.stdout.write(walks.join(''))
  else writeBatches(out, walks, batch)
  return 0
}

try {
  process.exitCode = run()
} catch (error) {
  if (!(error instanceof TypeError)) throw error
  process.stderr.write(`${error.message}\n${USAGE}`)
  process.exitCode = 2
}
