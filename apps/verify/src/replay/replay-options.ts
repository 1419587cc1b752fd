import { parseArgs } from 'node:util'
import { NETWORK_NAMES, type Network } from '@app/values/network.ts'
import { UsageError } from '../command/options.ts'

export const REPLAY_USAGE = `Usage: npm run replay -- [--from HEIGHT] [--to HEIGHT] [--json]

Says what the agent would have done on past blocks, and how many ordinary wallets it would have accused.
Reads the database of a server and changes nothing there.

  --from HEIGHT     first block (default: the first that the server has indexed)
  --to HEIGHT       last block (default: the last one)
  --json            print the result as JSON
  --labels MODE     dated: the lists as they were at the time of a block; current: as they are now
                    (default: dated; current on a local network, whose clock is not that of the lists)
  --threshold N     score, 0 to 100, below which the agent accuses (default: LOW_SCORE_THRESHOLD, else 30)
  --no-auto-flag    warn only (default: AUTO_FLAG)
  --network NAME    ${NETWORK_NAMES.join(' or ')} (default: local; with DATABASE_URL, that of FLOW_NETWORK)
  --scratch-url URL an empty PostgreSQL database to work in, which keeps the result (default: a temporary one)

Without DATABASE_URL it reads the database of the running \`npm start\`. Exit code 0: done, whatever was found.
1: the database cannot be read, or an account could not be judged. 2: the command line is invalid.
`

export type LabelOption = 'dated' | 'current'

export interface ReplayCommand {
  from: number | null
  to: number | null
  isJson: boolean
  labels: LabelOption | null
  threshold: number | null
  isAutoFlagOff: boolean
  network: Network | null
  scratchUrl: string | null
}

/** Parses the options of the command; `null` for --help. Throws `UsageError` with a sentence when they are invalid. */
export function parseReplayOptions(args: string[]): ReplayCommand | null {
  const values = parseCommandLine(args)
  if (values.help) return null
  const [from, to] = [parseInteger('--from', values.from), parseInteger('--to', values.to)]
  if (from !== null && to !== null && from > to) {
    throw new UsageError(`--from ${from} is above --to ${to}.`)
  }
  const threshold = parseInteger('--threshold', values.threshold)
  if (threshold !== null && threshold > 100) {
    throw new UsageError(`--threshold must be a whole number from 0 to 100, not '${threshold}'.`)
  }
  return {
    from,
    to,
    isJson: values.json,
    labels: parseChoice('--labels', values.labels, ['dated', 'current']),
    threshold,
    isAutoFlagOff: values['no-auto-flag'],
    network: parseChoice('--network', values.network, NETWORK_NAMES),
    scratchUrl: parseScratchUrl(values['scratch-url']),
  }
}

function parseCommandLine(args: string[]) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        from: { type: 'string' },
        to: { type: 'string' },
        json: { type: 'boolean', default: false },
        labels: { type: 'string' },
        threshold: { type: 'string' },
        'no-auto-flag': { type: 'boolean', default: false },
        network: { type: 'string' },
        'scratch-url': { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    })
    return values
  } catch (cause) {
    throw new UsageError(`${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

function parseInteger(name: string, text: string | undefined): number | null {
  if (text === undefined) return null
  const value = Number(text)
  if (/^\d+$/.test(text) && Number.isSafeInteger(value)) return value
  throw new UsageError(`${name} must be a whole number, not '${text}'.`)
}

function parseChoice<T extends string>(
  name: string,
  text: string | undefined,
  choices: readonly T[],
): T | null {
  if (text === undefined) return null
  const choice = choices.find((candidate) => candidate === text)
  if (choice !== undefined) return choice
  throw new UsageError(`${name} must be ${choices.join(' or ')}, not '${text}'.`)
}

/** The value may contain a password, so no message repeats it. */
function parseScratchUrl(text: string | undefined): string | null {
  if (text === undefined) return null
  if (/^postgres(ql)?:\/\//.test(text) && URL.canParse(text)) return text
  throw new UsageError('--scratch-url must be a URL such as postgres://127.0.0.1:5432/scratch.')
}
