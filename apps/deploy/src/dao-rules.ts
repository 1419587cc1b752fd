import { parseUfix64 } from '@app/values/amount.ts'

/** Of each key of the account of the DAO: any two of them may sign. */
export const DAO_KEY_WEIGHT = 500

/** What the keys of an account have to weigh together to sign for it. Source: Flow's account keys. */
export const FULL_WEIGHT = 1000

/** FLOW that the account of the DAO gets for its fees. */
export const DAO_FLOW_UNITS = parseUfix64('0.1')
