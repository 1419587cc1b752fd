import type { Facts } from '@app/score/facts.ts'
import { VOTES_REQUIRED } from '@app/values/limits.ts'
import { findContactDirection, type ReasonCode } from '@app/values/reason-code.ts'
import type { StoredReason } from '../../db/tables/score-tables.ts'

export interface EvidenceSources {
  facts: Pick<Facts, 'listing' | 'community'>
  reasons: readonly Pick<StoredReason, 'factor' | 'code' | 'points'>[]
  /** Share of the points that is left while blocks are read again; 1 when none is. */
  readShare: number
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

const MIN_ELIGIBLE_REPORTS = VOTES_REQUIRED

/** Returns the kinds of evidence against an account; contact of one that is listed itself adds none. Pure. */
export function assessEvidence(sources: EvidenceSources): ReasonCode[] {
  const kinds: ReasonCode[] = []
  if (sources.facts.listing !== null) kinds.push('listed')
  else if (hasContact(sources)) kinds.push('contact')
  if (sources.pValue <= MAX_BEHAVIOUR_P) kinds.push('behaviour')
  if (isAccusedByCommunity(sources)) kinds.push('community')
  if (sources.hasKeyChanges) kinds.push('keys')
  return kinds
}

/** Money from or to listed accounts, directly or over one other account. */
function hasContact({ reasons, readShare }: EvidenceSources): boolean {
  const cost = reasons
    .filter(({ code }) => findContactDirection(code) !== null)
    .reduce((sum, { points }) => sum - points, 0)
  return cost >= MIN_CONTACT_POINTS * readShare
}

function isAccusedByCommunity({ facts, eligibleReports }: EvidenceSources): boolean {
  const { freezes = 0 } = facts.community ?? {}
  return freezes > 0 || eligibleReports >= MIN_ELIGIBLE_REPORTS
}
