import { FACTOR_UNIT } from '@app/values/factor.ts'
import { SUSPECTED_BELOW, toRiskLevel } from '@app/values/risk-level.ts'
import { VISITOR_WEIGHT } from '../factors/community-signals.ts'
import type { CommunityFacts, WalletCountAndWeight } from '../facts.ts'

/**
 * A report or vouch by one visitor or one logged-in wallet about the scored wallet; one per author.
 */
export interface CommunityStatement {
  kind: 'report' | 'vouch'
  /** Score (0–100) of the author at that time; `null` for a visitor. */
  score: number | null
  /** The case that it supports, `null` for none. */
  caseId: string | null
}

/** A decision of the community by vote in a case about the wallet. */
export interface CommunityDecision {
  caseId: string
  kind: 'freeze' | 'appeal_denied' | 'appeal_upheld'
}

/**
 * Computes the facts of the community factor; the order of statements and decisions does not
 * matter. An upheld appeal cancels its case: the reports that support it and its earlier decisions
 * do not count. The weight of a wallet is its own score, and 0 for scores below NORMAL; a visitor's
 * vouch does not count.
 */
export function computeCommunityFacts(
  statements: readonly CommunityStatement[],
  decisions: readonly CommunityDecision[],
): CommunityFacts {
  const upheldCaseIds = findCaseIds('appeal_upheld', decisions)
  const countedStatements = statements.filter(
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

function findCaseIds(
  kind: CommunityDecision['kind'],
  decisions: readonly CommunityDecision[],
): Set<string> {
  return new Set(decisions.filter((one) => one.kind === kind).map(({ caseId }) => caseId))
}

function sumWallets(
  level: 'NORMAL' | 'TRUSTED',
  statements: readonly CommunityStatement[],
): WalletCountAndWeight {
  const scores = statements
    .map(({ score }) => score ?? 0)
    .filter((score) => toRiskLevel(score) === level)
  return {
    wallets: scores.length,
    weight: scores.reduce((sum, score) => sum + Math.round(score * 100), 0),
  }
}

/**
 * Returns the weight of one report, 0–1: that of a visitor for `null`, otherwise the author's own
 * score (0–100) / 100, and 0 for scores below NORMAL.
 */
export function computeReportWeight(score: number | null): number {
  if (score === null) return VISITOR_WEIGHT / FACTOR_UNIT
  return score < SUSPECTED_BELOW ? 0 : Math.round(score * 10) / 1000
}
