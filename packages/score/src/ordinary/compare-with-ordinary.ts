import { INPUT_GROUPS, listReportedInputs } from '../factors/input-groups.ts'
import {
  capitalize,
  describeAverage,
  describeDuration,
  describeNumber,
  describePercent,
  groupThousands,
} from '../inputs/describe-numbers.ts'
import type { InputGroup, InputName, InputValues } from '../inputs/inputs.ts'
import type { Reason } from '../judgement.ts'
import { ORDINARY_INPUTS } from '../tables/ordinary-inputs.generated.ts'
import type { Quartiles } from './quartiles.ts'

/** What ordinary wallets show where a reason speaks of an input, with the value of the wallet itself. */
export interface OrdinaryRange extends Quartiles {
  input: InputName
  unit: Unit
  value: number
  /** In plain words, without a full stop. */
  text: string
}

/**
 * Compares a wallet with labelled ordinary wallets (of Ethereum) in one of the inputs that the text of
 * the reason `code` names. Where the points speak against it: the one with which it is furthest outside
 * their middle half, in widths of that half, else the first one. Where they speak for it: the first one
 * with which it is inside, else the first one. `values` are the wallet's inputs, from
 * `computeInputs`. Returns `null` where the reason does not speak of an input (list, community,
 * holdings, account events, what is cut off), or where no labelled wallet has the input.
 */
export function compareWithOrdinary(
  { code, points }: Pick<Reason, 'code' | 'points'>,
  values: InputValues,
): OrdinaryRange | null {
  if (!isInputGroup(code)) return null
  const ranges = listReportedInputs(code, values).flatMap(({ input, value }) => {
    const quartiles = ORDINARY_INPUTS[input]
    return quartiles === null ? [] : [buildRange(input, value, quartiles)]
  })
  if (points > 0) return ranges.find((range) => computeDistance(range) === 0) ?? ranges[0] ?? null
  const [furthest] = ranges.toSorted((a, b) => computeDistance(b) - computeDistance(a))
  return furthest ?? null
}

const isInputGroup = (code: string): code is InputGroup => Object.hasOwn(INPUT_GROUPS, code)

/** Returns how far the wallet is outside the middle half, in widths of it; 0 inside. */
function computeDistance({ value, lowerQuartile, upperQuartile }: OrdinaryRange): number {
  const excess = Math.max(0, lowerQuartile - value, value - upperQuartile)
  return excess === 0 ? 0 : excess / (upperQuartile - lowerQuartile)
}

function buildRange(input: InputName, value: number, quartiles: Quartiles): OrdinaryRange {
  const { label, unit } = INPUT_MEASURES[input]
  const { lowerQuartile, median, upperQuartile, wallets } = quartiles
  const range = formatRange(formatMeasure(lowerQuartile, unit), formatMeasure(upperQuartile, unit))
  const text = `${capitalize(label)}: ordinary wallets ${range}, this one ${formatMeasure(value, unit)}`
  return { input, unit, value, lowerQuartile, median, upperQuartile, wallets, text }
}

const formatRange = (from: string, to: string): string => (from === to ? from : `${from} to ${to}`)

/** What the number of an input counts; decides how it is written. */
type Unit = 'share' | 'count' | 'ratio' | 'days' | 'hours'

/** What an input measures, and in which unit. */
interface InputMeasure {
  /** A noun phrase without a full stop, such as 'share of what came in that was sent on'. */
  label: string
  unit: Unit
}

/** Every input as something that two wallets can be compared by. */
export const INPUT_MEASURES = {
  transfers: { label: 'transfers', unit: 'count' },
  transfersIn: { label: 'incoming transfers', unit: 'count' },
  senders: { label: 'accounts that paid it', unit: 'count' },
  recipients: { label: 'accounts that it paid', unit: 'count' },
  inShare: { label: 'share of transfers that came in', unit: 'share' },
  sendersPerRecipient: { label: 'senders for each recipient', unit: 'ratio' },
  transfersPerSender: { label: 'transfers from each sender', unit: 'ratio' },
  transfersPerRecipient: { label: 'transfers to each recipient', unit: 'ratio' },
  transfersPerAccount: { label: 'transfers with each account', unit: 'ratio' },
  mutualShare: { label: 'share of accounts that both paid it and were paid', unit: 'share' },
  repeatRecipientShare: { label: 'share of recipients paid more than once', unit: 'share' },
  daysPerTransfer: { label: 'time between transfers', unit: 'days' },
  daysPerSender: { label: 'time between new senders', unit: 'days' },
  daysPerRecipient: { label: 'time between new recipients', unit: 'days' },
  activeDayShare: { label: 'share of days with activity', unit: 'share' },
  hoursPerActiveDay: { label: 'active time on an active day', unit: 'hours' },
  onlyReceivedTransfers: { label: 'transfers received without ever paying', unit: 'count' },
  onlyReceivedSenders: { label: 'senders to a wallet that never paid', unit: 'count' },
  onlyReceivedPerSender: {
    label: 'transfers from each sender to a wallet that never paid',
    unit: 'ratio',
  },
  onlyReceivedDays: { label: 'time of receiving without ever paying', unit: 'days' },
  sentShare: { label: 'share of what came in that was sent on', unit: 'share' },
  largestSentShare: { label: 'largest payment as a share of what came in', unit: 'share' },
  largestOfReceived: { label: 'largest receipt as a share of what came in', unit: 'share' },
  largestReceivedToSent: { label: 'largest receipt as a share of what left', unit: 'share' },
  meanSentToMeanReceived: {
    label: 'average payment divided by the average receipt',
    unit: 'ratio',
  },
  meanSentShare: { label: 'average payment as a share of what came in', unit: 'share' },
  largestToMeanSent: { label: 'largest payment divided by the average one', unit: 'ratio' },
  largestToMeanReceived: { label: 'largest receipt divided by the average one', unit: 'ratio' },
  outDayShare: { label: 'share of active days on which money left', unit: 'share' },
  sweptDayShare: { label: 'share of what came in that left within the day', unit: 'share' },
  sweptHourOfSent: { label: 'share of what left that had come in within the hour', unit: 'share' },
  holdingDays: { label: 'time that money stays', unit: 'days' },
  creationRank: { label: 'share of all accounts that are older', unit: 'share' },
  spanDays: { label: 'time between first and last transfer', unit: 'days' },
  activeDays: { label: 'days with activity', unit: 'count' },
} as const satisfies Record<InputName, InputMeasure>

/** Writes a value of a unit for people: '41 %', '1,250', '0.4', '3 days', '1.5 hours'. */
export function formatMeasure(value: number, unit: Unit): string {
  switch (unit) {
    case 'share':
      return describePercent(value)
    case 'count':
      return groupThousands(Math.round(value))
    case 'ratio':
      return describeNumber(value)
    case 'days':
      return describeDuration(value)
    case 'hours':
      return describeAverage(value, 'hour')
  }
}
