import { parseUfix64 } from '@app/values/amount.ts'

/** Weight of each key of the account of the DAO: any two of them can sign. */
export const DAO_KEY_WEIGHT = 500

/** FLOW that the account of the DAO receives for its fees. */
export const DAO_FLOW_UNITS = parseUfix64('0.1')
