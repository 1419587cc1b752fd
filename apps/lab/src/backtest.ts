import { parseArgs } from 'node:util'
import { ACCUSATIONS } from '@app/score/tables/conformal-tables.generated.ts'
import { ACCURACY } from '@app/score/tables/fitted-tables.generated.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import {
  type AcceptanceThreshold,
  formatThreshold,
  isThresholdMissed,
} from './acceptance-thresholds/acceptance-threshold.ts'
import { buildAccusationThresholds } from './acceptance-thresholds/build-accusation-thresholds.ts'
import { buildFiveFoldThresholds } from './acceptance-thresholds/build-five-fold-thresholds.ts'
import { buildLevelThresholds } from './acceptance-thresholds/build-level-thresholds.ts'
import { backtestFile, type SetFigures } from './backtest/backtest-file.ts'
import { formatBacktestReport } from './backtest/format-backtest-report.ts'
import { CommandError } from './command-error.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Usage: npm run backtest -- FILE... [--json] [--list-off] [--check]

Scores the labelled wallets of each file (JSON lines, gzipped or plain) with the shipped engine.

  --json      print the figures as JSON
  --list-off  score as if no scam list were loaded; by default the list is known, and no wallet has contact with it
  --check     fail when the levels of a set, with the list off or known, or a figure of the fit miss their threshold
`

await runCommand(async (args) => {
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

function print(text: string): void {
  process.stdout.write(text)
}
