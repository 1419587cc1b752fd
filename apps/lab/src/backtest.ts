import { parseArgs } from 'node:util'
import { ACCUSATIONS } from '@app/score/tables/conformal-tables.generated.ts'
import { ACCURACY } from '@app/score/tables/fitted-tables.generated.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import { FatalError } from '@app/values/errors.ts'
import { FACTORS } from '@app/values/factor.ts'
import { RISK_LEVELS, type RiskLevel } from '@app/values/risk-level.ts'
import {
  buildAccusationThresholds,
  buildFiveFoldThresholds,
  buildLevelThresholds,
  formatThreshold,
  isThresholdMissed,
} from './acceptance-thresholds.ts'
import { print, runCommandLine } from './command-line.ts'
import { formatAccusations } from './fit/conformal-tables.ts'
import { measureAccuracy } from './measure-accuracy.ts'
import { type LabelledWallet, readWallets } from './read-wallets.ts'

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
  if (positionals.length === 0) throw new FatalError(USAGE)
  const files = new Map<string, LabelledWallet[]>()
  for (const file of positionals) files.set(file, await readWallets(file))
  const sets = backtest(files, values['list-off'])
  const thresholds = values.check ? measureThresholds(files) : []
  const figures = { version: SCORE_VERSION, sets, fiveFold: ACCURACY, accusations: ACCUSATIONS }
  const checked = thresholds.length === 0 ? figures : { ...figures, thresholds }
  print(values.json ? `${JSON.stringify(checked, null, 2)}\n` : formatReport(sets, thresholds))
  const missed = thresholds.filter(isThresholdMissed)
  if (missed.length > 0) throw new FatalError(missed.map(formatThreshold).join('\n'))
})

function backtest(files: ReadonlyMap<string, LabelledWallet[]>, isListOff: boolean) {
  return [...files].flatMap(([file, wallets]) =>
    measureAccuracy(wallets, { isListOff }).map((figures) => ({ file, ...figures })),
  )
}

function measureThresholds(files: ReadonlyMap<string, LabelledWallet[]>) {
  return [
    ...buildFiveFoldThresholds(ACCURACY),
    ...buildAccusationThresholds(ACCUSATIONS),
    ...buildLevelThresholds('list off', backtest(files, true)),
    ...buildLevelThresholds('list known', backtest(files, false)),
  ]
}

type Sets = ReturnType<typeof backtest>

function formatReport(sets: Sets, thresholds: ReturnType<typeof measureThresholds>): string {
  const fiveFold = ACCURACY.map(
    ({ set, label, auc, recallAt1 }) =>
      `  ${`${set}, ${label}`.padEnd(24)}AUC ${formatDecimals(auc)}, recall ${formatPercent(recallAt1)} at 1 % false positives`,
  )
  const checked = thresholds.map((one) => `  ${formatThreshold(one)}`)
  return [
    ...sets.map(formatSet),
    'Five-fold figures of the shipped tables, from their fit:',
    ...fiveFold,
    '',
    'Accusations by behaviour alone, from the fit:',
    ...ACCUSATIONS.map((one) => `  ${formatAccusations(one)}`),
    ...(checked.length === 0 ? [] : ['', 'Thresholds:', ...checked]),
    '',
  ].join('\n')
}

function formatSet(set: Sets[number]): string {
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

function formatDecimals(value: number | null): string {
  return value?.toFixed(4) ?? '–'
}

function formatPercent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(1)} %`
}
