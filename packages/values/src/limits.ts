/** Limits and constants of the product that several packages share. */
export const VOTES_REQUIRED = 3
export const VOTING_PERIOD_HOURS = 24
/** Most votes that one signed message carries; enforced by `DharmaGovernance`. */
export const MAX_VOTES_PER_MESSAGE = 20
/** Number of keys of the DAO's account, of which any two can sign. */
export const DAO_KEY_COUNT = 3
/** Number of its keys that must sign. */
export const DAO_SIGNERS_REQUIRED = 2
export const PROPOSAL_REASON_MIN = 20
export const FLAG_REASON_MIN = 10
export const OWNER_STATEMENT_MAX = 280
/** Minimum published score of a voting member; enforced by `DharmaVoterEligibility`. */
export const MIN_VOTER_SCORE = 60
export const MIN_JUROR_SCORE = 45

/** A published score below it, 0–100, is a break: it costs a voter seven days. */
export const BREAK_BELOW_SCORE = 55
/** Scores below this confidence carry the flag 'Insufficient data'. */
export const INSUFFICIENT_DATA_BELOW = 0.3
/** Maximum number of NFT collections in a score, largest first. */
export const MAX_SCORED_COLLECTIONS = 100
export const HISTORY_LIMIT_DEFAULT = 100
export const RECENT_ALERTS_LIMIT = 5
export const WALLET_TIMELINE_LIMIT = 10
export const REQUEST_TIMEOUT_MS = 30_000
/**
 * Minimum number of distinct senders, and of distinct recipients, of an account that counts as a
 * service by its structure.
 */
export const SERVICE_COUNTERPARTIES = 20
