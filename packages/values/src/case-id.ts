import type { Address } from './address.ts'

/** Ids of cases: 1 to 64 visible ASCII characters. Source: `DharmaFlaggers.isCaseId`. */
export const CASE_ID_PATTERN = '^[!-~]{1,64}$'

/**
 * Returns the id of the case of a freeze without a flag: address without 0x, and the number of the freeze,
 * such as `179b6b1cb6755e31-freeze-1`.
 */
export const buildFreezeCaseId = (address: Address, freezeNumber: number): string =>
  `${address.slice(2)}-freeze-${freezeNumber}`

/**
 * Returns the id of the case of a flag that names a case of the agent, and is of another flagger: address
 * without 0x, and the number of the flag, such as `179b6b1cb6755e31-flag-3`.
 */
export const buildFlagCaseId = (address: Address, flagNumber: number): string =>
  `${address.slice(2)}-flag-${flagNumber}`
