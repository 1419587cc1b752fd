export const PROPOSAL_ACTIONS = ['freeze', 'unfreeze', 'recover'] as const

export type ProposalAction = (typeof PROPOSAL_ACTIONS)[number]

/** Who proposed, from the least; the target is among the others. */
export const PROPOSER_RANKS = ['other', 'voter', 'appointed'] as const

export type ProposerRank = (typeof PROPOSER_RANKS)[number]

export const PROPOSAL_STATUSES = [
  'pending',
  'active',
  'approved',
  'executed',
  'rejected',
  'expired',
] as const

export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number]

/** What an appeal is against: one flag or one freeze, by its number. */
export type AppealSubject = { flagNumber: number } | { freezeNumber: number }

/** `cleared`: withdrawn by the agent, or ended by a vote. `lapsed`: a freeze that ended by itself. */
export const CASE_OUTCOMES = ['open', 'cleared', 'upheld', 'denied', 'undecided', 'lapsed'] as const

export type CaseOutcome = (typeof CASE_OUTCOMES)[number]
