import { parseArgs } from 'node:util'
import { type Address, parseAddress } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'

export const USAGE = `Usage: npm run verify -- 0x… [--full] [--api URL] [--node URL]
       npm run verify -- --file evidence.json [--node URL [--full]]

Recomputes the score of an address from the evidence that the API exports, compares it with the published
one, and prints the first difference.

  --full       also scan all blocks that the score covers, and compare every input
  --api URL    the API (default: that of the running local world, else http://localhost:3001)
  --node URL   the Flow access node (default: that of the local world, or the network's public one)
  --file FILE  check an exported evidence file; without --node only the file is checked

Exit code 0: everything checked is correct. 1: something is wrong, or could not be checked.
`

/** What to verify. */
export type VerifyTarget = { address: Address } | { file: string }

export interface VerifyOptions {
  /** `null` for --help. */
  target: VerifyTarget | null
  api: string | null
  node: string | null
  isFull: boolean
}

/** An invalid command line. The usage is printed with the message. */
export class UsageError extends FatalError {
  override name = 'UsageError'
}

/** Parses the options of the command. Throws `FatalError` with a sentence when they are invalid. */
export function parseOptions(args: string[]): VerifyOptions {
  const { values, positionals } = parseCommandLine(args)
  const options = {
    api: parseUrlOption('--api', values.api),
    node: parseUrlOption('--node', values.node),
    isFull: values.full,
  }
  if (values.help) return { ...options, target: null }
  const target = parseTarget(positionals, values.file)
  if ('file' in target && options.isFull && options.node === null) {
    throw new FatalError('--full with --file needs a Flow access node: set it with --node URL.')
  }
  return { ...options, target }
}

function parseCommandLine(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        full: { type: 'boolean', default: false },
        api: { type: 'string' },
        node: { type: 'string' },
        file: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

function parseTarget([text, ...rest]: string[], file: string | undefined): VerifyTarget {
  if (file !== undefined && text === undefined) return { file }
  if (file !== undefined || text === undefined || rest.length > 0) {
    throw new UsageError('Give one address, or one file.')
  }
  const address = parseAddress(text)
  if (address !== null) return { address }
  throw new FatalError(`'${text}' is not a Flow address: 0x followed by 16 hex characters.`)
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
