import { type ParseArgsConfig, parseArgs } from 'node:util'
import { FatalError } from '@app/values/errors.ts'

/** One of the commands of the program. */
export interface Command {
  /** What --help prints. */
  usage: string
  /** Exit code where something could not be read. */
  failureCode: number
  /** Carries out its part of the command line. Returns the exit code. */
  run(args: string[]): Promise<number>
}

/** An invalid command line. The usage is printed with the message. */
export class UsageError extends FatalError {
  override name = 'UsageError'
}

/** Parses a command line. Throws `UsageError` for an unknown option, or one without its value. */
export function parseCommandLine<const T extends ParseArgsConfig>(config: T) {
  try {
    return parseArgs(config)
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/** Parses the URL of an option; `null` when it is not given. Throws `UsageError` when it is not a URL. */
export function parseUrlOption(name: string, text: string | undefined): string | null {
  if (text === undefined) return null
  const url = URL.parse(text)
  if (name === '--api' && url !== null && url.username + url.password !== '') {
    throw new UsageError('--api must not contain a user name or password: the API needs none.')
  }
  if (/^https?:/.test(text) && url !== null) return text.replace(/\/+$/, '')
  throw new UsageError(`${name} must be a URL such as http://127.0.0.1:3001, not '${text}'.`)
}
