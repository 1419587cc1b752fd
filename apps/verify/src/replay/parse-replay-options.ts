import { NETWORK_NAMES } from '@app/values/network.ts'
import { parseCommandLine, UsageError } from '../command-line.ts'

export type ReplayCommandLine = ReturnType<typeof parseReplayOptions>

/** Parses the options of the command. Throws `UsageError` with a sentence when they are invalid. */
export function parseReplayOptions(args: string[]) {
  const { values } = parseCommandLine({
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
    },
  })
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
    labels: parseChoice('--labels', values.labels, ['dated', 'current'] as const),
    threshold,
    isAutoFlagOff: values['no-auto-flag'],
    network: parseChoice('--network', values.network, NETWORK_NAMES),
    scratchUrl: parseScratchUrl(values['scratch-url']),
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
