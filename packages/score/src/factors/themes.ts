import { capitalize } from '../inputs/format.ts'
import type { Theme } from '../inputs/input.ts'
import { INPUTS, type InputName, type InputValues } from '../inputs/inputs.ts'

interface ThemeText {
  /**
   * Inputs that describe the theme best; the first three that have a value are shown. The last ones
   * have a value even when the wallet's receipts are outside the indexed blocks.
   */
  reportedInputs: readonly InputName[]
  /**
   * What an honest holder can do when the theme costs points; `null` for what would only teach a thief to
   * look better.
   */
  advice: string | null
}

const KEEP_USING = 'Keep using the account over time'

/** Themes by precedence: rows over two inputs take the first of the themes of their inputs. */
export const THEMES: Readonly<Record<Theme, ThemeText>> = {
  passes_on: {
    reportedInputs: ['sentShare', 'sweptDayShare', 'holdingDays', 'sweptHourOfSent'],
    advice: null,
  },
  payment_sizes: {
    reportedInputs: ['largestSentShare', 'meanSentToMeanReceived', 'largestToMeanSent'],
    advice: null,
  },
  receipt_sizes: { reportedInputs: ['largestOfReceived', 'largestToMeanReceived'], advice: null },
  repeat_business: {
    reportedInputs: ['transfersPerSender', 'transfersPerRecipient', 'mutualShare'],
    advice: null,
  },
  fan_in: {
    reportedInputs: ['onlyReceivedTransfers', 'senders', 'sendersPerRecipient', 'daysPerSender'],
    advice: null,
  },
  fan_out: { reportedInputs: ['recipients'], advice: null },
  rhythm: {
    reportedInputs: ['activeDayShare', 'hoursPerActiveDay', 'daysPerRecipient'],
    advice: null,
  },
  volume: { reportedInputs: ['transfers'], advice: KEEP_USING },
  lifetime: {
    reportedInputs: ['spanDays', 'activeDays'],
    advice: KEEP_USING,
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

/** Returns whether a theme has an input that it can be described by. */
export const hasReportedInputs = (theme: Theme, values: InputValues): boolean =>
  THEMES[theme].reportedInputs.some((input) => values[input] !== null)

/** Describes the inputs of a theme that have a value, as one sentence without its full stop. */
export function describeTheme(theme: Theme, values: InputValues): string {
  const clauses = listReportedInputs(theme, values).map(({ input, value }) =>
    INPUTS[input].describe(value),
  )
  return capitalize(clauses.join(', '))
}
