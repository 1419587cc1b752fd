import type { InputName } from '@app/score/inputs/inputs.ts'
import type { PointsTables } from '@app/score/points-table.ts'

/** The factors whose points are fitted. */
export type FittedFactor = keyof PointsTables

/** Rows to fit: over one input or two of the same factor, cut into about so many bands each. */
export interface PlannedRows {
  code: string
  inputs: readonly [InputName] | readonly [InputName, InputName]
  bands: number
  /** More is better by meaning, so points must not fall. */
  isRising: boolean
}

export type TablePlan = Readonly<Record<FittedFactor, readonly PlannedRows[]>>

/** What the fit is told to prefer. */
export interface FitSettings {
  /** Log-odds of being illicit for each point of the score. */
  oddsPerPoint: number
  /** The score at which both are equally likely. */
  evenScore: number
  /** Price of a difference between neighbouring bands, and of points as such, squared. */
  rows: Price
  grids: Price
  iterations: number
}

interface Price {
  rough: number
  large: number
}

/** Chosen by five-fold cross-validation. */
export const FIT_SETTINGS: FitSettings = {
  oddsPerPoint: 0.3,
  evenScore: 46.2,
  rows: { rough: 10, large: 0.2 },
  grids: { rough: 2, large: 0.15 },
  iterations: 300,
}

/** Bands of an input that stands alone, and of each of two that are joined. */
const BANDS_ALONE = 16
const BANDS_JOINED = 10

/**
 * Which inputs earn points: those that stay when, from all of them and the most telling pairs within a
 * factor, the least useful is dropped again and again by five-fold cross-validation.
 */
export const TABLE_PLAN: TablePlan = {
  txFrequency: [
    alone('transfers'),
    alone('senders'),
    alone('recipients'),
    alone('transfersPerSender'),
    alone('hoursPerActiveDay'),
    alone('activeDayShare'),
    joined('transfersIn', 'daysPerSender'),
    joined('inShare', 'daysPerRecipient'),
    joined('transfersIn', 'repeatRecipientShare'),
    joined('daysPerTransfer', 'transfersPerAccount'),
    joined('transfersPerSender', 'activeDayShare'),
    joined('senders', 'mutualShare'),
    joined('transfersPerSender', 'repeatRecipientShare'),
    joined('transfersPerRecipient', 'mutualShare'),
    joined('hoursPerActiveDay', 'daysPerRecipient'),
    joined('transfers', 'sendersPerRecipient'),
    joined('inShare', 'transfersPerSender'),
    joined('onlyReceivedPerSender', 'onlyReceivedDays'),
    joined('onlyReceivedSenders', 'onlyReceivedTransfers'),
  ],
  largeOutFlow: [
    alone('sentShare'),
    alone('largestSentShare'),
    alone('largestOfReceived'),
    alone('meanSentToMeanReceived'),
    alone('holdingDays'),
    alone('meanSentShare'),
    alone('largestToMeanReceived'),
    alone('largestToMeanSent'),
    alone('outDayShare'),
    joined('largestReceivedToSent', 'sweptHourOfSent'),
    joined('sentShare', 'largestOfReceived'),
    joined('sentShare', 'sweptDayShare'),
    joined('sentShare', 'largestToMeanSent'),
    joined('largestReceivedToSent', 'holdingDays'),
    joined('meanSentToMeanReceived', 'holdingDays'),
  ],
  onchainAge: [rising('spanDays'), rising('activeDays')],
}

function alone(input: InputName): PlannedRows {
  return { code: codeOf(input), inputs: [input], bands: BANDS_ALONE, isRising: false }
}

function rising(input: InputName): PlannedRows {
  return { ...alone(input), isRising: true }
}

function joined(first: InputName, second: InputName): PlannedRows {
  const code = `${codeOf(first)}_and_${codeOf(second)}`
  return { code, inputs: [first, second], bands: BANDS_JOINED, isRising: false }
}

/** 'sweptDayShare' as 'swept_day_share'. */
function codeOf(input: InputName): string {
  return input.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
