import { FACTOR_UNIT } from '@app/values/factor.ts'
import { VOTES_REQUIRED } from '@app/values/limits.ts'
import type { CommunityFacts } from '../facts.ts'
import { saturate, scaleBy } from '../integers.ts'
import { COMMUNITY_ROWS, type CommunityRow } from './community-rows.ts'
import {
  type FactorImprovement,
  type FactorReason,
  type FactorResult,
  toRawValue,
  UNKNOWN,
} from './factor-result.ts'

/**
 * Weight of one visitor, and of one decision by vote; a logged-in wallet of score 100 has the
 * weight `FACTOR_UNIT`.
 */
export const VISITOR_WEIGHT = FACTOR_UNIT / 20
const VOTE_WEIGHT = VOTES_REQUIRED * FACTOR_UNIT
/** Weight on the prevailing side at which the data share is one half. */
const HALF_DATA_WEIGHT = 2 * FACTOR_UNIT

/**
 * Judges the factor of reports, vouches and decisions by vote; unknown while there are none. Only
 * the prevailing side counts towards the data share, so that a vouch never lowers the factor and a
 * report never raises it.
 */
export function judgeCommunitySignals(community: CommunityFacts | null): FactorResult {
  if (community === null) return UNKNOWN
  const reasons = COMMUNITY_ROWS.map((row) => buildReason(row, community))
  const sum = sumPoints(reasons)
  const raw = toRawValue(sum)
  const weight = sum < 0 ? sumWeightAgainst(community) : sumWeightFor(community)
  return {
    raw,
    dataShare: saturate(weight, HALF_DATA_WEIGHT),
    reasons: reasons.filter(({ points }) => points !== 0),
    improve: listImprovements(reasons, raw),
    flags: listFlags(community),
  }
}

function buildReason(row: CommunityRow, community: CommunityFacts): FactorReason {
  return {
    code: row.code,
    headline: () => row.headline,
    text: () => row.describe(community),
    points: scaleBy(
      saturate(row.selectAmount(community), row.halfAmount * row.unit),
      row.maxPoints,
    ),
    evidence: { kind: 'reports', row: row.code },
  }
}

function sumPoints(reasons: readonly FactorReason[]): number {
  return reasons.reduce((sum, { points }) => sum + points, 0)
}

function sumWeightAgainst(community: CommunityFacts): number {
  const { visitorReports, reports, trustedReports, freezes, appealsDenied } = community
  const votes = freezes + appealsDenied
  return (
    visitorReports * VISITOR_WEIGHT + reports.weight + trustedReports.weight + votes * VOTE_WEIGHT
  )
}

function sumWeightFor({ vouches, trustedVouches }: CommunityFacts): number {
  return vouches.weight + trustedVouches.weight
}

/** Lists the gain of an appeal that cancels every negative reason. */
function listImprovements(reasons: readonly FactorReason[], raw: number): FactorImprovement[] {
  const cleared = toRawValue(sumPoints(reasons.filter(({ points }) => points > 0)))
  const text = 'Appeal: an upheld appeal cancels the reports and the freeze of its case'
  return cleared === raw ? [] : [{ code: 'appeal', text, points: cleared - raw }]
}

function listFlags({ freezes, appealsUpheld }: CommunityFacts): string[] {
  const flags: string[] = []
  if (freezes > 0) flags.push('A freeze was decided by vote')
  if (appealsUpheld > 0) flags.push('An appeal was upheld')
  return flags
}
