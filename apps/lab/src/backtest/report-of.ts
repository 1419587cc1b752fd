import type { FiveFoldFigures } from '@app/score/tables/accuracy.ts'
import { FACTORS } from '@app/values/factor.ts'
import { RISK_LEVELS, type RiskLevel } from '@app/values/risk-level.ts'
import type { SetFigures } from './backtest-file.ts'

/** Figures of every set as text for people. */
export function reportOf(
  sets: readonly SetFigures[],
  fiveFold: readonly FiveFoldFigures[],
): string {
  const parts = sets.map((set) => setText(set))
  return `${parts.join('\n')}\n${fiveFoldText(fiveFold)}`
}

function setText(set: SetFigures): string {
  return [
    `${set.file}: ${set.label}`,
    `  wallets      ${set.illicit} illicit, ${set.normal} normal`,
    `  AUC          ${decimals(set.auc)}`,
    `  recall       ${percent(set.recallAt1)} at 1 % false positives, ${percent(set.recallAt5)} at 5 %`,
    `  illicit      ${levels(set.levelsIllicit)}`,
    `  normal       ${levels(set.levelsNormal)}`,
    `  AUC alone    ${FACTORS.map((factor) => `${factor} ${decimals(set.factors[factor])}`).join(', ')}`,
    '  confidence   wallets (illicit)   AUC',
    ...set.confidence.map(
      ({ from, to, illicit, normal, auc }) =>
        `    ${from}–${to}`.padEnd(15) +
        `${illicit + normal} (${illicit})`.padEnd(20) +
        decimals(auc),
    ),
    '',
  ].join('\n')
}

function levels(shares: Record<RiskLevel, number>): string {
  return RISK_LEVELS.map((level) => `${level} ${percent(shares[level])}`).join(', ')
}

function fiveFoldText(figures: readonly FiveFoldFigures[]): string {
  const lines = figures.map(
    ({ set, label, auc, recallAt1 }) =>
      `  ${`${set}, ${label}`.padEnd(24)}AUC ${decimals(auc)}, recall ${percent(recallAt1)} at 1 % false positives`,
  )
  return ['Five-fold figures of the shipped tables, from their fit:', ...lines, ''].join('\n')
}

function decimals(value: number | null): string {
  return value === null ? '–' : value.toFixed(4)
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)} %`
}
