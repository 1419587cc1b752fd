import type { Facts } from '@app/score/facts.ts'
import { VOTES_REQUIRED } from '@app/values/limits.ts'
import type { ReasonCode } from '../../db/tables/agent-tables.ts'
import type { StoredReason } from '../../db/tables/stored-reason.ts'

/** What an accusation can rest on. */
export interface EvidenceSources {
  facts: Pick<Facts, 'listing' | 'community'>
  reasons: readonly Pick<StoredReason, 'factor' | 'code' | 'points'>[]
  /** Conformal p-value of the behaviour alone. */
  pValue: number
  /** Members who may vote and whose signed reports stand. */
  eligibleReports: number
  /** Whether keys or contracts of the account changed shortly before its last event. */
  hasKeyChanges: boolean
}

/** Points of the 0–100 score that contact with listed accounts must cost to count as evidence. */
const MIN_CONTACT_POINTS = 4

/** Behaviour counts as evidence when at most this share of ordinary wallets looks as bad. */
const MAX_BEHAVIOUR_P = 0.02

/** As many as a vote needs. */
const MIN_ELIGIBLE_REPORTS = VOTES_REQUIRED

/** Returns the independent kinds of evidence against an account. Pure. */
export function assessEvidence(sources: EvidenceSources): ReasonCode[] {
  const kinds: ReasonCode[] = []
  if (hasListedContact(sources)) kinds.push('listed')
  if (sources.pValue <= MAX_BEHAVIOUR_P) kinds.push('behaviour')
  if (isAccusedByCommunity(sources)) kinds.push('community')
  if (sources.hasKeyChanges) kinds.push('keys')
  return kinds
}

/** On the list itself, or money of listed accounts, directly or over one hop. */
function hasListedContact({ facts, reasons }: EvidenceSources): boolean {
  if (facts.listing !== null) return true
  const cost = reasons
    .filter(({ code }) => CONTACT_CODE.test(code))
    .reduce((sum, { points }) => sum - points, 0)
  return cost >= MIN_CONTACT_POINTS
}

const CONTACT_CODE = /^(funding|payment)_hop_[01]$/

function isAccusedByCommunity({ facts, eligibleReports }: EvidenceSources): boolean {
  const { freezes = 0, appealsDenied = 0 } = facts.community ?? {}
  return freezes > 0 || appealsDenied > 0 || eligibleReports >= MIN_ELIGIBLE_REPORTS
}
