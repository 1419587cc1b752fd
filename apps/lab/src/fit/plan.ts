import type { InputName } from '@app/score/inputs/inputs.ts'
import type { PointsTables } from '@app/score/points-table.ts'

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

export interface FitSettings {
  /** Log-odds of being illicit for each point of the score. */
  logOddsPerPoint: number
  /** The score at which normal and illicit are equally likely. */
  evenScore: number
  /** Penalties on the squared difference between neighbouring bands, and on squared points. */
  rows: { roughness: number; magnitude: number }
  grids: FitSettings['rows']
  iterations: number
}

/** Chosen by five-fold cross-validation. */
export const FIT_SETTINGS: FitSettings = {
  logOddsPerPoint: 0.3,
  evenScore: 46.2,
  rows: { roughness: 10, magnitude: 0.2 },
  grids: { roughness: 2, magnitude: 0.15 },
  iterations: 300,
}

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
  onchainAge: [planSingle('spanDays', true), planSingle('activeDays', true)],
}

function planSingle(input: InputName, isRising = false): PlannedRows {
  return { code: toSnakeCase(input), inputs: [input], bands: 16, isRising }
}

function planPair(first: InputName, second: InputName): PlannedRows {
  const code = `${toSnakeCase(first)}_and_${toSnakeCase(second)}`
  return { code, inputs: [first, second], bands: 10, isRising: false }
}

function toSnakeCase(input: InputName): string {
  return input.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
