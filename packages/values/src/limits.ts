import type { ProposalAction } from './governance.ts'

export const VOTES_REQUIRED = 3
/** Votes For that approve a proposal at least, beside a majority. Source: `DharmaProposals.Proposal.minVotesFor`. */
export const MIN_VOTES_FOR: Readonly<Record<ProposalAction, number>> = {
  freeze: 0,
  unfreeze: 0,
  recover: VOTES_REQUIRED,
}
export const VOTING_PERIOD_HOURS = 24
/** Most votes that one signed message carries; enforced by `DharmaGovernance`. */
export const MAX_VOTES_PER_MESSAGE = 8
/** Number of keys of the DAO's account, of which any two can sign. */
export const DAO_KEY_COUNT = 3
export const DAO_SIGNERS_REQUIRED = 2
export const PROPOSAL_REASON_MIN = 20
export const FLAG_REASON_MIN = 10
export const OWNER_STATEMENT_MAX = 280
/** Minimum published score of a voting member; enforced by `DharmaVoterEligibility`. */
export const MIN_VOTER_SCORE = 60
/** The same on an appeal, for voters who stood at the time of the accusation. Source: `DharmaVoterEligibility.minJurorScoreTenths`. */
export const MIN_JUROR_SCORE = 45

/** A published score below it, 0–100, is a break: it costs a voter seven days. */
export const BREAK_BELOW_SCORE = 55
/** Scores below this confidence carry the flag 'Insufficient data'. */
export const INSUFFICIENT_DATA_BELOW = 0.3
/** Maximum number of NFT collections in a score, largest first. */
export const MAX_SCORED_COLLECTIONS = 100
/** FLOW from an unseen source, in 10⁻⁸, that is no consequence of rounding. */
export const MIN_UNSEEN_UNITS = 1_000_000
export const HISTORY_LIMIT_DEFAULT = 100
export const RECENT_ALERTS_LIMIT = 5
export const WALLET_TIMELINE_LIMIT = 10
export const REQUEST_TIMEOUT_MS = 30_000
/**
 * Minimum number of distinct senders, and of distinct recipients, of an account that counts as a
 * service by its structure.
 */
export const SERVICE_COUNTERPARTIES = 20

/**
 * Latest holders of a Cadence-owned account that several people hold: they are named, and the nearest taint of these is
 * its own.
 */
export const MAX_COA_HOLDERS = 20

/** Minimum number of distinct senders, or of distinct recipients, of an account that stands for many. */
export const HUB_COUNTERPARTIES = 100
/** Transactions after which an account that never proposed one counts as operated by others. */
export const OPERATED_TRANSACTIONS = 5

/** What a text of a person is called in sentences, and its length in visible characters. */
export interface TextLimits {
  name: string
  minimum: number
  maximum: number
}

/** Maximum length of a text of a person in UTF-8. Source: `DharmaGovernance.maxReason`. */
export const MAX_TEXT_BYTES = 4000

const REASON_MAX = 1000

export const FLAG_REASON: TextLimits = {
  name: 'Reason',
  minimum: FLAG_REASON_MIN,
  maximum: REASON_MAX,
}

/** Of a proposal or an appeal. */
export const PROPOSAL_REASON: TextLimits = {
  name: 'Reason',
  minimum: PROPOSAL_REASON_MIN,
  maximum: REASON_MAX,
}

export const OWNER_STATEMENT: TextLimits = {
  name: 'Text',
  minimum: 1,
  maximum: OWNER_STATEMENT_MAX,
}
