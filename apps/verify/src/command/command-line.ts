import { type ParseArgsConfig, parseArgs } from 'node:util'
import { FatalError } from '@app/values/errors.ts'

/** One of the commands of the program. */
export interface Command {
  /** What --help prints. */
  usage: string
  /** Carries out its part of the command line. Returns the exit code. */
  run(args: string[]): Promise<number>
}

/** An invalid command line. The usage is printed with the message. */
export class UsageError extends FatalError {
  override name = 'UsageError'
}

/** Parses a command line. Throws `UsageError` for an unknown option, or one without its value. */
export function parseCommandLine<const T extends ParseArgsConfig>(config: T) {
  return orUsageError(() => parseArgs(config))
}

/** Parses the URL of an option; `null` when it is not given. Throws `FatalError` when it is not a URL. */
export function parseUrlOption(name: string, text: string | undefined): string | null {
  if (text === undefined) return null
  if (name === '--api' && hasCredentials(text)) {
    throw new FatalError('--api must not contain a user name or password: the API needs none.')
  }
  if (/^https?:/.test(text) && URL.canParse(text)) return text.replace(/\/+$/, '')
  throw new FatalError(`${name} must be a URL such as http://127.0.0.1:3001, not '${text}'.`)
}

function hasCredentials(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.username + url.password !== ''
}

/** Options of a command that verifies one file of decisions. */
export interface FileOptions {
  file: string
  node: string | null
  isOffline: boolean
}

/** The part of `usage` about these options, and about the exit code of such a command. */
export const FILE_OPTIONS_USAGE = `  --node URL  the Flow access node (default: that of the local world, or the network's public one)
  --offline   check the file alone

Exit code 0: everything was checked and agrees, except for the fields that are listed as unchecked. 1:
something is wrong, or could not be read. 2: the command line is invalid. 3: nothing is wrong, but without a
node, or with claims that it could not decide.
`

/** Parses the options of such a command. Throws `UsageError` with a sentence when they are invalid. */
export function parseFileOptions(args: string[]): FileOptions {
  const { values, positionals } = parseCommandLine({
    args,
    allowPositionals: true,
    options: { node: { type: 'string' }, offline: { type: 'boolean', default: false } },
  })
  const node = orUsageError(() => parseUrlOption('--node', values.node))
  const [file, ...rest] = positionals
  if (file === undefined || rest.length > 0) throw new UsageError('Give one file.')
  if (values.offline && node !== null) {
    throw new UsageError('--offline asks no node: leave out --node, or --offline.')
  }
  return { file, node, isOffline: values.offline }
}

/** Returns what `parse` returns; throws its error as `UsageError`. */
function orUsageError<T>(parse: () => T): T {
  try {
    return parse()
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}
