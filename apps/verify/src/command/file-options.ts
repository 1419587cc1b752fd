import { parseArgs } from 'node:util'
import { parseUrlOption, UsageError } from './options.ts'

/** Options of a command that verifies one file of decisions. */
export interface FileOptions {
  /** `null` for --help. */
  file: string | null
  node: string | null
  isOffline: boolean
}

/** Parses the options of the command. Throws `UsageError` with a sentence when they are invalid. */
export function parseFileOptions(args: string[]): FileOptions {
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
