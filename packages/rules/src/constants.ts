import { VOTING_PERIOD_HOURS } from '@app/values/limits.ts'

/** Numbers of the contracts, times in seconds; a test compares them with the contracts' texts. */
const HOUR_SECONDS = 3_600
export const DAY_SECONDS = 24 * HOUR_SECONDS
/** How long people vote. */
export const VOTING_SECONDS = VOTING_PERIOD_HOURS * HOUR_SECONDS
/** How long an approved proposal can be executed. */
export const EXECUTION_SECONDS = 7 * DAY_SECONDS
/** How long a freeze holds unless a vote renews it, or an approved recovery holds it. */
export const FREEZE_SECONDS = 7 * DAY_SECONDS
/** How long a wallet is frozen before its vault can be recovered. */
export const RECOVERY_DELAY_SECONDS = 72 * HOUR_SECONDS
/** How long a flagger, or everybody, is kept from flagging an address. */
export const BAR_SECONDS = 7 * DAY_SECONDS
/** A flagger who lifts its flag within this time bars itself. */
export const HASTY_LIFT_SECONDS = 24 * HOUR_SECONDS
/** How long a lifted flag is remembered, and an undecided appeal that lifted one keeps the next one from doing so. */
export const MEMORY_SECONDS = 30 * DAY_SECONDS
/** How long the records of a voter must stand without a break. */
export const STANDING_SECONDS = 7 * DAY_SECONDS

/** How long after its block a message of a series may be valid. */
export const MAX_VALIDITY_SECONDS = {
  proposals: DAY_SECONDS,
  votes: DAY_SECONDS,
  appeals: 7 * DAY_SECONDS,
} as const
/** A message has at most the number of the last one of its series and this. */
export const MAX_SEQUENCE_STEP = 1_000

/** Open votes that one person may have. */
export const MAX_OPEN_PER_PERSON = 3
/** Open votes that an appointed account may have. */
export const MAX_OPEN_PER_APPOINTED = 10
/** Places that all who may not vote share, each for 24 hours. */
export const MAX_SHARED_PLACES = 60
