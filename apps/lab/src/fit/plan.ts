import type { InputName } from '@app/score/inputs/inputs.ts'
import type { PointsTables } from '@app/score/points-table.ts'

/** The factors whose points are fitted. */
export type FittedFactor = keyof PointsTables

/** Rows to fit: over one or two inputs of the same factor, each divided into at most `bands` bands. */
export interface PlannedRows {
  code: string
  inputs: readonly [InputName] | readonly [InputName, InputName]
  bands: number
  /** A higher value is always better, so points must not decrease. */
  isRising: boolean
}

export type TablePlan = Readonly<Record<FittedFactor, readonly PlannedRows[]>>

/** Settings of the fit. */
export interface FitSettings {
  /** Log-odds of being illicit for each point of the score. */
  logOddsPerPoint: number
  /** The score at which normal and illicit are equally likely. */
  evenScore: number
  /** Penalties on the squared difference between neighbouring bands, and on squared points. */
  rows: PenaltyWeights
  grids: PenaltyWeights
  iterations: number
}

interface PenaltyWeights {
  roughness: number
  magnitude: number
}

/** Chosen by five-fold cross-validation. */
export const FIT_SETTINGS: FitSettings = {
  logOddsPerPoint: 0.3,
  evenScore: 46.2,
  rows: { roughness: 10, magnitude: 0.2 },
  grids: { roughness: 2, magnitude: 0.15 },
  iterations: 300,
}

/** Bands of a single input, and of each input of a pair. */
const BANDS_ALONE = 16
const BANDS_JOINED = 10

/**
 * The inputs that have points. They were selected by backward elimination: starting with all inputs and the most
 * informative pairs within a factor, the least useful was dropped repeatedly, by five-fold cross-validation.
 */
export const TABLE_PLAN: TablePlan = {
  txFrequency: [
    planSingle('transfers'),
    planSingle('senders'),
    planSingle('recipients'),
    planSingle('transfersPerSender'),
    planSingle('hoursPerActiveDay'),
    planSingle('activeDayShare'),
    planPair('transfersIn', 'daysPerSender'),
    planPair('inShare', 'daysPerRecipient'),
    planPair('transfersIn', 'repeatRecipientShare'),
    planPair('daysPerTransfer', 'transfersPerAccount'),
    planPair('transfersPerSender', 'activeDayShare'),
    planPair('senders', 'mutualShare'),
    planPair('transfersPerSender', 'repeatRecipientShare'),
    planPair('transfersPerRecipient', 'mutualShare'),
    planPair('hoursPerActiveDay', 'daysPerRecipient'),
    planPair('transfers', 'sendersPerRecipient'),
    planPair('inShare', 'transfersPerSender'),
    planPair('onlyReceivedPerSender', 'onlyReceivedDays'),
    planPair('onlyReceivedSenders', 'onlyReceivedTransfers'),
  ],
  largeOutFlow: [
    planSingle('sentShare'),
    planSingle('largestSentShare'),
    planSingle('largestOfReceived'),
    planSingle('meanSentToMeanReceived'),
    planSingle('holdingDays'),
    planSingle('meanSentShare'),
    planSingle('largestToMeanReceived'),
    planSingle('largestToMeanSent'),
    planSingle('outDayShare'),
    planPair('largestReceivedToSent', 'sweptHourOfSent'),
    planPair('sentShare', 'largestOfReceived'),
    planPair('sentShare', 'sweptDayShare'),
    planPair('sentShare', 'largestToMeanSent'),
    planPair('largestReceivedToSent', 'holdingDays'),
    planPair('meanSentToMeanReceived', 'holdingDays'),
  ],
  onchainAge: [planRising('spanDays'), planRising('activeDays')],
}

function planSingle(input: InputName): PlannedRows {
  return { code: toSnakeCase(input), inputs: [input], bands: BANDS_ALONE, isRising: false }
}

function planRising(input: InputName): PlannedRows {
  return { ...planSingle(input), isRising: true }
}

function planPair(first: InputName, second: InputName): PlannedRows {
  const code = `${toSnakeCase(first)}_and_${toSnakeCase(second)}`
  return { code, inputs: [first, second], bands: BANDS_JOINED, isRising: false }
}

/** Converts 'sweptDayShare' to 'swept_day_share'. */
function toSnakeCase(input: InputName): string {
  return input.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
