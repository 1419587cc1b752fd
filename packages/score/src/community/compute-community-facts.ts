import { toRiskLevel } from '@app/values/risk-level.ts'
import type { CommunityFacts, WeightedWallets } from '../facts.ts'

/** What one visitor or one logged-in wallet says of the wallet that is judged; nobody speaks twice. */
export interface Statement {
  kind: 'report' | 'vouch'
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
export function computeCommunityFacts(
  voices: readonly Statement[],
  decisions: readonly Decision[],
): CommunityFacts {
  const upheldCaseIds = findCaseIds('appeal_upheld', decisions)
  const countedStatements = voices.filter(
    ({ caseId }) => caseId === null || !upheldCaseIds.has(caseId),
  )
  const reports = countedStatements.filter(({ kind }) => kind === 'report')
  const vouches = countedStatements.filter(({ kind }) => kind === 'vouch')
  const countedDecisions = decisions.filter(({ caseId }) => !upheldCaseIds.has(caseId))
  return {
    visitorReports: reports.filter(({ score }) => score === null).length,
    reports: sumWallets('NORMAL', reports),
    trustedReports: sumWallets('TRUSTED', reports),
    vouches: sumWallets('NORMAL', vouches),
    trustedVouches: sumWallets('TRUSTED', vouches),
    freezes: findCaseIds('freeze', countedDecisions).size,
    appealsDenied: findCaseIds('appeal_denied', countedDecisions).size,
    appealsUpheld: upheldCaseIds.size,
  }
}

function findCaseIds(kind: Decision['kind'], decisions: readonly Decision[]): Set<string> {
  return new Set(decisions.filter((one) => one.kind === kind).map(({ caseId }) => caseId))
}

function sumWallets(level: 'NORMAL' | 'TRUSTED', voices: readonly Statement[]): WeightedWallets {
  const scores = voices
    .map(({ score }) => score ?? 0)
    .filter((score) => toRiskLevel(score) === level)
  return {
    wallets: scores.length,
    weight: scores.reduce((sum, score) => sum + Math.round(score * 100), 0),
  }
}
