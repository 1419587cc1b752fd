import { capitalize } from '../inputs/format.ts'
import type { Theme } from '../inputs/input.ts'
import { INPUTS, type InputName, type InputValues } from '../inputs/inputs.ts'

interface ThemeText {
  /**
   * Inputs that describe the theme best; the first three that have a value are shown. The last ones
   * have a value even when the wallet's receipts are outside the indexed blocks.
   */
  reportedInputs: readonly InputName[]
  /** Advice to the holder when the theme costs points; `null` when there is none. */
  advice: string | null
}

/** Themes by precedence: rows over two inputs take the first of the themes of their inputs. */
export const THEMES: Readonly<Record<Theme, ThemeText>> = {
  passes_on: {
    reportedInputs: ['sentShare', 'sweptDayShare', 'holdingDays', 'sweptHourOfSent'],
    advice: 'Keep more of what comes in, and for longer',
  },
  payment_sizes: {
    reportedInputs: ['largestSentShare', 'meanSentToMeanReceived', 'largestToMeanSent'],
    advice: 'Pay in amounts like those that come in, not in one sweep',
  },
  receipt_sizes: { reportedInputs: ['largestOfReceived', 'largestToMeanReceived'], advice: null },
  repeat_business: {
    reportedInputs: ['transfersPerSender', 'transfersPerRecipient', 'mutualShare'],
    advice: 'Deal with the same accounts more than once, in both directions',
  },
  fan_in: {
    reportedInputs: ['onlyReceivedTransfers', 'senders', 'sendersPerRecipient', 'daysPerSender'],
    advice: 'Take money from fewer strangers for each account that you pay',
  },
  fan_out: { reportedInputs: ['recipients'], advice: null },
  rhythm: {
    reportedInputs: ['activeDayShare', 'hoursPerActiveDay', 'daysPerRecipient'],
    advice: 'Use the account steadily instead of in bursts',
  },
  volume: { reportedInputs: ['transfers'], advice: 'Keep using the account' },
  lifetime: {
    reportedInputs: ['spanDays', 'activeDays'],
    advice: 'Keep using the account as time goes by',
  },
  creation_rank: { reportedInputs: ['creationRank'], advice: null },
}

const MAX_REPORTED_INPUTS = 3
const THEME_ORDER = Object.keys(THEMES) as Theme[]

/** Returns the theme of rows over the given inputs. */
export function selectTheme(inputs: readonly InputName[]): Theme {
  const ranks = inputs.map((input) => THEME_ORDER.indexOf(INPUTS[input].theme))
  return THEME_ORDER[Math.min(...ranks)] ?? 'volume'
}

/** Lists the inputs that a theme is described by: the first three reported ones that have a value. */
export function listReportedInputs(
  theme: Theme,
  values: InputValues,
): { input: InputName; value: number }[] {
  const reported: { input: InputName; value: number }[] = []
  for (const input of THEMES[theme].reportedInputs) {
    const value = values[input]
    if (value === null || reported.length === MAX_REPORTED_INPUTS) continue
    reported.push({ input, value })
  }
  return reported
}

/** Describes the inputs of a theme that have a value, as one sentence without its full stop. */
export function describeTheme(theme: Theme, values: InputValues): string {
  const clauses = listReportedInputs(theme, values).map(({ input, value }) =>
    INPUTS[input].describe(value),
  )
  return capitalize(clauses.join(', '))
}
