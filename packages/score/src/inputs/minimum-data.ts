import type { Facts } from '../facts.ts'
import {
  computeInputs,
  countTransfers,
  INPUTS,
  type InputGroup,
  type InputName,
  type InputValues,
} from './inputs.ts'

const DAY = 86_400

/** What a wallet must show before an input is spoken of. */
export type DataKind =
  | 'transfers'
  | 'payments'
  | 'receipts'
  | 'partners'
  | 'senders'
  | 'recipients'
  | 'activeDays'
  | 'spanDays'

/** Fewer transfers than this show no pattern. */
export const PATTERN_TRANSFERS = 5

/** The least of each kind; a kind that is missing is not needed. */
type MinimumData = Readonly<Partial<Record<DataKind, number>>>

/**
 * The least data for anything to be said about a group (with two partners, one is half of every share). The points count
 * below it too.
 */
const INPUT_GROUP_MINIMUM: Readonly<Record<InputGroup, MinimumData>> = {
  passes_on: { transfers: 3, payments: 1 },
  payment_sizes: { transfers: 3, payments: 2 },
  receipt_sizes: { receipts: 3 },
  repeat_business: { transfers: PATTERN_TRANSFERS, partners: 3 },
  fan_in: { transfers: PATTERN_TRANSFERS },
  fan_out: { transfers: PATTERN_TRANSFERS, payments: 3 },
  rhythm: { transfers: PATTERN_TRANSFERS, activeDays: 3 },
  volume: { transfers: PATTERN_TRANSFERS },
  lifetime: { transfers: 2, spanDays: 2 },
  creation_rank: {},
}

/** What single inputs need beside the minimum of their group: no average or rate of one or two. */
const INPUT_MINIMUM: Readonly<Partial<Record<InputName, MinimumData>>> = {
  transfersPerSender: { senders: 2 },
  transfersPerRecipient: { recipients: 2 },
  sendersPerRecipient: { partners: 3 },
  daysPerSender: { senders: 3, spanDays: 1 },
  daysPerRecipient: { recipients: 3, spanDays: 1 },
  largestToMeanSent: { payments: 3 },
  meanSentToMeanReceived: { receipts: 2 },
}

/** The data of a wallet, of each kind. */
export type DataAmounts = Readonly<Record<DataKind, number>>

/** Counts the data of a wallet; what the facts do not contain is 0. */
function countData({ activity }: Facts): DataAmounts {
  const { transfersIn, transfersOut, senders, recipients, mutual, activeDays } = activity
  return {
    transfers: countTransfers(activity),
    payments: transfersOut,
    receipts: transfersIn,
    partners: senders + recipients - (mutual ?? 0),
    senders,
    recipients,
    activeDays: activeDays ?? 0,
    spanDays: (activity.lastSeconds - activity.firstSeconds) / DAY,
  }
}

/** Lists the kinds of data of which a wallet has less than a group needs. */
export function listShortages(group: InputGroup, data: DataAmounts): DataKind[] {
  return listMinimums(INPUT_GROUP_MINIMUM[group]).flatMap(({ kind, least }) =>
    data[kind] < least ? [kind] : [],
  )
}

/** The inputs of a wallet by which it is judged, and those of them that can be spoken of. */
export interface WalletInputs {
  values: InputValues
  /** Like `values`; also `null` where the data is below the minimum. */
  shown: InputValues
  data: DataAmounts
}

/** Computes every input from the facts of a wallet, and which of them can be spoken of. */
export function computeWalletInputs(facts: Facts): WalletInputs {
  const values = computeInputs(facts)
  const data = countData(facts)
  const shown = { ...values }
  for (const { name, minimums } of NEEDED_DATA) {
    const isTooLittle = minimums.some(({ kind, least }) => data[kind] < least)
    if (isTooLittle || isAmbiguous(name, values)) shown[name] = null
  }
  return { values, shown, data }
}

/** Like `computeInputs`, without the inputs that the data of the wallet is too little to speak of. */
export function computeShownInputs(facts: Facts): InputValues {
  return computeWalletInputs(facts).shown
}

/** A holding time of 0 also stands for payments that came before the receipts. */
const isAmbiguous = (name: InputName, values: InputValues) =>
  name === 'holdingDays' && values[name] === 0

interface Minimum {
  kind: DataKind
  least: number
}

/** What each input needs by its group and by itself, listed once: every wallet is compared with it. */
const NEEDED_DATA = (Object.keys(INPUTS) as InputName[]).map((name) => ({
  name,
  minimums: [INPUT_GROUP_MINIMUM[INPUTS[name].group], INPUT_MINIMUM[name] ?? {}].flatMap(
    listMinimums,
  ),
}))

function listMinimums(minimum: MinimumData): Minimum[] {
  const kinds = Object.keys(minimum) as DataKind[]
  return kinds.map((kind) => ({ kind, least: minimum[kind] ?? 0 }))
}
