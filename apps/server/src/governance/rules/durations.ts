/** Durations of the contracts in seconds; a test compares them with the contracts' texts. */
export const HOUR_SECONDS = 3_600
export const DAY_SECONDS = 24 * HOUR_SECONDS
/** How long a freeze holds unless a vote renews it. */
export const FREEZE_SECONDS = 7 * DAY_SECONDS
/** Most that an appeal beside an approved recovery lengthens a freeze. */
export const FREEZE_EXTENSION_SECONDS = 96 * HOUR_SECONDS
/** How long a wallet is frozen before its vault can be recovered. */
export const RECOVERY_DELAY_SECONDS = 72 * HOUR_SECONDS
/** How long before the end of its clock an appeal may open its second vote. */
export const SECOND_PROPOSAL_MARGIN_SECONDS = 24 * HOUR_SECONDS
/** How long the records of a voter must stand without a break. */
export const STANDING_SECONDS = 7 * DAY_SECONDS
