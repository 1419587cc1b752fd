import { parseArgs } from 'node:util'

export const TEST_USAGE = `Usage: npm test [suite …] | npm test -- --changed | npm run test:long [suite …]

Runs the gate, the long suites, or the named ones; prints what was skipped and why.

  --changed  only what uncommitted changes affect in the gate, or the last commit if there are none
  --help     this text
`

export interface TestOptions {
  /** The long suites instead of the gate. */
  long: boolean
  changed: boolean
  /** Names of suites; none: all of the gate, or all long ones. */
  names: string[]
  help: boolean
}

/** Throws an error with a sentence when an option is unknown, or when options exclude each other. */
export function parseTestOptions(args: string[]): TestOptions {
  const { values, positionals: names } = parseFlags(args)
  if (values.changed && (values.long || names.length > 0)) {
    throw new Error('--changed chooses the suites itself: leave out names and --long.')
  }
  return { ...values, names }
}

function parseFlags(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        long: { type: 'boolean', default: false },
        changed: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new Error(`${reason}: see npm test -- --help.`)
  }
}
