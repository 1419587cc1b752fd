import { capitalize, describeCount } from '../inputs/describe-numbers.ts'
import { type DataAmounts, type DataKind, PATTERN_TRANSFERS } from '../inputs/minimum-data.ts'

export const LITTLE_DATA_HEADLINE = 'Too little to see a pattern'

/**
 * Says what is too little, such as 'Only one transfer so far: too little to see a pattern'. `missing`
 * are the kinds of data that are below the minimum.
 */
export function describeLittleData(missing: readonly DataKind[], data: DataAmounts): string {
  return `${describeAmount(missing, data)}: too little to see a pattern`
}

function describeAmount(missing: readonly DataKind[], data: DataAmounts): string {
  const transfers = describeCount(data.transfers, 'transfer')
  if (data.transfers < PATTERN_TRANSFERS) return `Only ${transfers} so far`
  const limits = [...new Set(missing.map((kind) => LIMITS[kind](data)))]
  return limits.length === 0
    ? `Little is known of its ${transfers}`
    : `${capitalize(transfers)} so far, but ${limits.join(' and ')}`
}

const describePartners = ({ partners }: DataAmounts) =>
  `with only ${describeCount(partners, 'account')}`
const describeDays = ({ activeDays }: DataAmounts) =>
  activeDays === 0 ? 'within a short time' : `on only ${describeCount(activeDays, 'day')}`

const LIMITS: Readonly<Record<DataKind, (data: DataAmounts) => string>> = {
  transfers: ({ transfers }) => `only ${describeCount(transfers, 'transfer')}`,
  payments: ({ payments }) =>
    payments === 0 ? 'no payments' : `only ${describeCount(payments, 'payment')}`,
  receipts: ({ receipts }) =>
    receipts === 0 ? 'no receipts' : `only ${describeCount(receipts, 'receipt')}`,
  partners: describePartners,
  senders: describePartners,
  recipients: describePartners,
  activeDays: describeDays,
  spanDays: () => 'within less than two days',
}
