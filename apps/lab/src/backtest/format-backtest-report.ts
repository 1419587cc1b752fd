import type { AccusationFigures, FiveFoldFigures } from '@app/score/tables/accuracy.ts'
import { FACTORS } from '@app/values/factor.ts'
import { RISK_LEVELS, type RiskLevel } from '@app/values/risk-level.ts'
import { formatAccusations } from '../conformal/format-accusations.ts'
import type { SetFigures } from './backtest-file.ts'

/** Formats the figures of every set as text. */
export function formatBacktestReport(
  sets: readonly SetFigures[],
  fiveFold: readonly FiveFoldFigures[],
  accusations: readonly AccusationFigures[],
): string {
  const parts = sets.map((set) => formatSet(set))
  return `${parts.join('\n')}\n${formatFiveFold(fiveFold)}\n${formatAllAccusations(accusations)}`
}

function formatSet(set: SetFigures): string {
  return [
    `${set.file}: ${set.label}`,
    `  wallets      ${set.illicit} illicit, ${set.normal} normal`,
    `  AUC          ${formatDecimals(set.auc)}`,
    `  recall       ${formatPercent(set.recallAt1)} at 1 % false positives, ${formatPercent(set.recallAt5)} at 5 %`,
    `  illicit      ${formatLevels(set.levelsIllicit)}`,
    `  normal       ${formatLevels(set.levelsNormal)}`,
    `  AUC alone    ${FACTORS.map((factor) => `${factor} ${formatDecimals(set.factors[factor])}`).join(', ')}`,
    '  confidence   wallets (illicit)   AUC',
    ...set.confidence.map(
      ({ from, to, illicit, normal, auc }) =>
        `    ${from}–${to}`.padEnd(15) +
        `${illicit + normal} (${illicit})`.padEnd(20) +
        formatDecimals(auc),
    ),
    '',
  ].join('\n')
}

function formatLevels(shares: Record<RiskLevel, number>): string {
  return RISK_LEVELS.map((level) => `${level} ${formatPercent(shares[level])}`).join(', ')
}

function formatFiveFold(figures: readonly FiveFoldFigures[]): string {
  const lines = figures.map(
    ({ set, label, auc, recallAt1 }) =>
      `  ${`${set}, ${label}`.padEnd(24)}AUC ${formatDecimals(auc)}, recall ${formatPercent(recallAt1)} at 1 % false positives`,
  )
  return ['Five-fold figures of the shipped tables, from their fit:', ...lines, ''].join('\n')
}

function formatAllAccusations(figures: readonly AccusationFigures[]): string {
  const lines = figures.map((one) => `  ${formatAccusations(one)}`)
  return ['Accusations by behaviour alone, from the fit:', ...lines, ''].join('\n')
}

function formatDecimals(value: number | null): string {
  return value === null ? '–' : value.toFixed(4)
}

function formatPercent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)} %`
}
