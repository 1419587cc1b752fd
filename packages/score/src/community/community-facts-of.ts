import { riskLevelOf } from '@app/values/risk-level.ts'
import type { CommunityFacts, CrowdFacts } from '../facts.ts'

/** What one visitor or one logged-in wallet says of the wallet that is judged; nobody speaks twice. */
export interface Voice {
  says: 'report' | 'vouch'
  /** 0–100: the speaker's own score at that time; `null` for a visitor. */
  score: number | null
  /** The case that rests on it, `null` for none. */
  caseId: string | null
}

/** What the community decided by vote in a case about the wallet. */
export interface Decision {
  caseId: string
  kind: 'freeze' | 'appeal_denied' | 'appeal_upheld'
}

/**
 * The sums that the community factor is judged by; the order of voices and decisions does not matter. An
 * upheld appeal cancels its case: the reports that it rested on, and what was decided before. A speaker
 * weighs as much as its own score, nothing below NORMAL; a visitor's vouch weighs nothing.
 */
export function communityFactsOf(
  voices: readonly Voice[],
  decisions: readonly Decision[],
): CommunityFacts {
  const cleared = casesWith('appeal_upheld', decisions)
  const standing = voices.filter(({ caseId }) => caseId === null || !cleared.has(caseId))
  const reports = standing.filter(({ says }) => says === 'report')
  const vouches = standing.filter(({ says }) => says === 'vouch')
  const held = decisions.filter(({ caseId }) => !cleared.has(caseId))
  return {
    visitorReports: reports.filter(({ score }) => score === null).length,
    reports: crowdOf('NORMAL', reports),
    trustedReports: crowdOf('TRUSTED', reports),
    vouches: crowdOf('NORMAL', vouches),
    trustedVouches: crowdOf('TRUSTED', vouches),
    freezes: casesWith('freeze', held).size,
    appealsDenied: casesWith('appeal_denied', held).size,
    appealsUpheld: cleared.size,
  }
}

function casesWith(kind: Decision['kind'], decisions: readonly Decision[]): Set<string> {
  return new Set(decisions.filter((one) => one.kind === kind).map(({ caseId }) => caseId))
}

function crowdOf(level: 'NORMAL' | 'TRUSTED', voices: readonly Voice[]): CrowdFacts {
  const scores = voices
    .map(({ score }) => score ?? 0)
    .filter((score) => riskLevelOf(score) === level)
  return {
    wallets: scores.length,
    weight: scores.reduce((sum, score) => sum + Math.round(score * 100), 0),
  }
}
