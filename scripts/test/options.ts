import { parseArgs } from 'node:util'

export const TEST_USAGE = `Usage: npm test -- [options]

Checks the sources and runs the tests; prints what was skipped and why.

  --all             also the suites that are slow by nature
  --changed         only what uncommitted changes affect, or the last commit if there are none
  --only NAME,NAME  only these suites
  --help            this text
`

export interface TestOptions {
  all: boolean
  changed: boolean
  /** Names of suites. */
  only: string[] | null
  help: boolean
}

/** Throws an error with a sentence when an option is unknown, or when options exclude each other. */
export function parseTestOptions(args: string[]): TestOptions {
  const { only, ...flags } = parseFlags(args)
  const chosen = [flags.all, flags.changed, only !== undefined].filter(Boolean)
  if (chosen.length > 1) throw new Error('Use only one of --all, --changed and --only.')
  return { ...flags, only: only?.split(',') ?? null }
}

function parseFlags(args: string[]) {
  try {
    return parseArgs({
      args,
      options: {
        all: { type: 'boolean', default: false },
        changed: { type: 'boolean', default: false },
        only: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    }).values
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new Error(`${reason}: see npm test -- --help.`)
  }
}
