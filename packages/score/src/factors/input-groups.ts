import { capitalize } from '../inputs/describe-numbers.ts'
import { INPUTS, type InputGroup, type InputName, type InputValues } from '../inputs/inputs.ts'

interface InputGroupText {
  /**
   * Inputs that describe the group best; the first three that have a value are shown. The last ones
   * have a value even when the wallet's receipts are outside the indexed blocks.
   */
  reportedInputs: readonly InputName[]
  /**
   * What an honest holder can do when the group costs points; `null` for what would only teach a thief to
   * look better.
   */
  advice: string | null
}

const KEEP_USING = 'Keep using the account over time'

/** InputGroups by precedence: rows over two inputs take the first of the groups of their inputs. */
export const INPUT_GROUPS: Readonly<Record<InputGroup, InputGroupText>> = {
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
const INPUT_GROUP_ORDER = Object.keys(INPUT_GROUPS) as InputGroup[]

/** Returns the group of rows over the given inputs. */
export function selectInputGroup(inputs: readonly InputName[]): InputGroup {
  const ranks = inputs.map((input) => INPUT_GROUP_ORDER.indexOf(INPUTS[input].group))
  return INPUT_GROUP_ORDER[Math.min(...ranks)] ?? 'volume'
}

/** Lists the inputs that a group is described by: the first three reported ones that have a value. */
export function listReportedInputs(
  group: InputGroup,
  values: InputValues,
): { input: InputName; value: number }[] {
  const reported: { input: InputName; value: number }[] = []
  for (const input of INPUT_GROUPS[group].reportedInputs) {
    const value = values[input]
    if (value === null || reported.length === MAX_REPORTED_INPUTS) continue
    reported.push({ input, value })
  }
  return reported
}

/** Returns whether a group has an input that it can be described by. */
export const hasReportedInputs = (group: InputGroup, values: InputValues): boolean =>
  INPUT_GROUPS[group].reportedInputs.some((input) => values[input] !== null)

/** Describes the inputs of a group that have a value, as one sentence without its full stop. */
export function describeInputGroup(group: InputGroup, values: InputValues): string {
  const clauses = listReportedInputs(group, values).map(({ input, value }) =>
    INPUTS[input].describe(value),
  )
  return capitalize(clauses.join(', '))
}
