import { parseArgs } from 'node:util'
import { parseUrlOption, UsageError } from '../command/options.ts'

export const VOTES_USAGE = `Usage: npm run verify-votes -- FILE [--node URL] [--offline]

Checks a vote archive (GET /v1/governance/archive) without the server that made it, and prints the first
wrong claim.

  --node URL  the Flow access node (default: that of the local world, or the network's public one)
  --offline   check the file alone

Exit code 0: everything checked agrees; what was not checked is listed. 1: something is wrong, or could not
be read. 2: the command line is invalid.
`

export interface VoteOptions {
  /** `null` for --help. */
  file: string | null
  node: string | null
  isOffline: boolean
}

/** Parses the options of the command. Throws `UsageError` with a sentence when they are invalid. */
export function parseVoteOptions(args: string[]): VoteOptions {
  const { values, positionals } = parseCommandLine(args)
  const options = { node: parseNode(values.node), isOffline: values.offline }
  if (values.help) return { ...options, file: null }
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new UsageError('Give one file.')
  if (options.isOffline && options.node !== null) {
    throw new UsageError('--offline asks no node: leave out --node, or --offline.')
  }
  return { ...options, file }
}

function parseNode(text: string | undefined): string | null {
  try {
    return parseUrlOption('--node', text)
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

function parseCommandLine(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        node: { type: 'string' },
        offline: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
