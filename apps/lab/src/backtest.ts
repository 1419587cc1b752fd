import { parseArgs } from 'node:util'
import { ACCURACY } from '@app/score/tables/fitted-tables.generated.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import { backtestFile, type SetFigures } from './backtest/backtest-file.ts'
import { reportOf } from './backtest/report-of.ts'
import { type Bar, isMissed, lineOf } from './bars/bar.ts'
import { fiveFoldBars } from './bars/five-fold-bars.ts'
import { levelBars } from './bars/level-bars.ts'
import { CommandError } from './command-error.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Usage: npm run backtest -- FILE... [--json] [--list-off] [--check]

Scores the labelled wallets of each file (JSON lines, gzipped or plain) with the shipped engine.

  --json      print the figures as JSON
  --list-off  score as if no scam list were loaded; without it the list is known, and no wallet has contact with it
  --check     fail when the levels of a set, with the list off or known, or a five-fold figure miss their bar
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
  const bars = values.check ? await measureBars(positionals) : []
  print(values.json ? jsonOf(sets, bars) : `${reportOf(sets, ACCURACY)}${barsText(bars)}`)
  const missed = bars.filter(isMissed)
  if (missed.length > 0) throw new CommandError(missed.map(lineOf).join('\n'))
})

async function backtest(files: readonly string[], isListOff: boolean): Promise<SetFigures[]> {
  const sets: SetFigures[] = []
  for (const file of files) sets.push(...(await backtestFile(file, { isListOff })))
  return sets
}

async function measureBars(files: readonly string[]): Promise<Bar[]> {
  return [
    ...fiveFoldBars(ACCURACY),
    ...levelBars('list off', await backtest(files, true)),
    ...levelBars('list known', await backtest(files, false)),
  ]
}

function jsonOf(sets: readonly SetFigures[], bars: readonly Bar[]): string {
  const figures = { version: SCORE_VERSION, sets, fiveFold: ACCURACY }
  return `${JSON.stringify(bars.length === 0 ? figures : { ...figures, bars }, null, 2)}\n`
}

function barsText(bars: readonly Bar[]): string {
  return bars.length === 0 ? '' : `\nBars:\n${bars.map((bar) => `  ${lineOf(bar)}\n`).join('')}`
}

function print(text: string): void {
  process.stdout.write(text)
}
