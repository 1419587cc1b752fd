import type { Theme } from '../inputs/input.ts'
import { INPUTS, type InputName, type Values } from '../inputs/inputs.ts'
import { capitalized } from '../inputs/say.ts'

interface ThemeText {
  /**
   * Inputs that say best what the theme is about; the first three that are known are told. The last ones
   * are known of a wallet, too, whose receipts lie outside the covered blocks.
   */
  told: readonly InputName[]
  /** What a holder can do when the theme costs points; `null` where nothing can be done. */
  advice: string | null
}

/** Themes in the order in which rows over two inputs choose between those of their inputs. */
export const THEMES: Readonly<Record<Theme, ThemeText>> = {
  passes_on: {
    told: ['sentShare', 'sweptDayShare', 'holdingDays', 'sweptHourOfSent'],
    advice: 'Keep more of what comes in, and for longer',
  },
  payment_sizes: {
    told: ['largestSentShare', 'meanSentToMeanReceived', 'largestToMeanSent'],
    advice: 'Pay in amounts like those that come in, not in one sweep',
  },
  receipt_sizes: { told: ['largestOfReceived', 'largestToMeanReceived'], advice: null },
  repeat_business: {
    told: ['transfersPerSender', 'transfersPerRecipient', 'mutualShare'],
    advice: 'Deal with the same accounts more than once, in both directions',
  },
  fan_in: {
    told: ['onlyReceivedTransfers', 'senders', 'sendersPerRecipient', 'daysPerSender'],
    advice: 'Take money from fewer strangers for each account that you pay',
  },
  fan_out: { told: ['recipients'], advice: null },
  rhythm: {
    told: ['activeDayShare', 'hoursPerActiveDay', 'daysPerRecipient'],
    advice: 'Use the account steadily instead of in bursts',
  },
  volume: { told: ['transfers'], advice: 'Keep using the account' },
  lifetime: { told: ['spanDays', 'activeDays'], advice: 'Keep using the account as time goes by' },
  creation_rank: { told: ['creationRank'], advice: null },
}

const MOST_TOLD = 3
const ORDER = Object.keys(THEMES) as Theme[]

/** What rows over some inputs are about. */
export function themeOf(inputs: readonly InputName[]): Theme {
  const ranks = inputs.map((input) => ORDER.indexOf(INPUTS[input].theme))
  return ORDER[Math.min(...ranks)] ?? 'volume'
}

/** The known numbers of a theme in plain words, as one sentence without its full stop. */
export function tellTheme(theme: Theme, values: Values): string {
  let text = ''
  let told = 0
  for (const input of THEMES[theme].told) {
    const value = values[input]
    if (value === null || told === MOST_TOLD) continue
    const clause = INPUTS[input].say(value)
    text = told === 0 ? capitalized(clause) : `${text}, ${clause}`
    told += 1
  }
  return text
}
