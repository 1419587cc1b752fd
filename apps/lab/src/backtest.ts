import { parseArgs } from 'node:util'
import type { AccusationFigures, FiveFoldFigures } from '@app/score/tables/accuracy.ts'
import { ACCUSATIONS } from '@app/score/tables/conformal-tables.generated.ts'
import { ACCURACY } from '@app/score/tables/fitted-tables.generated.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import { FACTORS } from '@app/values/factor.ts'
import { RISK_LEVELS, type RiskLevel } from '@app/values/risk-level.ts'
import {
  type AcceptanceThreshold,
  buildAccusationThresholds,
  buildFiveFoldThresholds,
  buildLevelThresholds,
  formatThreshold,
  isThresholdMissed,
} from './acceptance-thresholds.ts'
import { CommandError, print, runCommandLine } from './command-line.ts'
import { formatAccusations } from './fit/conformal-tables.ts'
import { backtestFile, type SetFigures } from './measure-accuracy.ts'

const USAGE = `Usage: npm run backtest -- FILE... [--json] [--list-off] [--check]

Scores the labelled wallets of each file (JSON lines, gzipped or plain) with the shipped engine.

  --json      print the figures as JSON
  --list-off  score as if no scam list were loaded; by default the list is known, and no wallet has contact with it
  --check     fail when the levels of a set, with the list off or known, or a figure of the fit miss their threshold
`

await runCommandLine(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      'list-off': { type: 'boolean', default: false },
      check: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return print(USAGE)
  if (positionals.length === 0) throw new CommandError(USAGE)
  const sets = await backtest(positionals, values['list-off'])
  const thresholds = values.check ? await measureThresholds(positionals) : []
  print(
    values.json
      ? toJson(sets, thresholds)
      : `${formatBacktestReport(sets, ACCURACY, ACCUSATIONS)}${formatThresholds(thresholds)}`,
  )
  const missed = thresholds.filter(isThresholdMissed)
  if (missed.length > 0) throw new CommandError(missed.map(formatThreshold).join('\n'))
})

async function backtest(files: readonly string[], isListOff: boolean): Promise<SetFigures[]> {
  const sets: SetFigures[] = []
  for (const file of files) sets.push(...(await backtestFile(file, { isListOff })))
  return sets
}

async function measureThresholds(files: readonly string[]): Promise<AcceptanceThreshold[]> {
  return [
    ...buildFiveFoldThresholds(ACCURACY),
    ...buildAccusationThresholds(ACCUSATIONS),
    ...buildLevelThresholds('list off', await backtest(files, true)),
    ...buildLevelThresholds('list known', await backtest(files, false)),
  ]
}

function toJson(sets: readonly SetFigures[], thresholds: readonly AcceptanceThreshold[]): string {
  const figures = { version: SCORE_VERSION, sets, fiveFold: ACCURACY, accusations: ACCUSATIONS }
  return `${JSON.stringify(thresholds.length === 0 ? figures : { ...figures, thresholds }, null, 2)}\n`
}

function formatThresholds(thresholds: readonly AcceptanceThreshold[]): string {
  return thresholds.length === 0
    ? ''
    : `\nThresholds:\n${thresholds.map((one) => `  ${formatThreshold(one)}\n`).join('')}`
}

/** Formats the figures of every set as text. */
function formatBacktestReport(
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
