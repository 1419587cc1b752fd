import { parseArgs } from 'node:util'
import { ACCURACY } from '@app/score/tables/accuracy.generated.ts'
import { SCORE_VERSION } from '@app/score/version.ts'
import { backtestFile, type SetFigures } from './backtest/backtest-file.ts'
import { reportOf } from './backtest/report-of.ts'
import { CommandError } from './command-error.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Usage: npm run backtest -- FILE... [--json] [--list-off]

Scores the labelled wallets of each file (JSON lines, gzipped or plain) with the shipped engine.

  --json      print the figures as JSON
  --list-off  score as if no scam list were loaded; without it the list is known, and no wallet has contact with it
`

await runCommand(async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      json: { type: 'boolean', default: false },
      'list-off': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return print(USAGE)
  if (positionals.length === 0) throw new CommandError(USAGE)
  const sets: SetFigures[] = []
  for (const file of positionals) {
    sets.push(...(await backtestFile(file, { isListOff: values['list-off'] })))
  }
  print(values.json ? jsonOf(sets) : reportOf(sets, ACCURACY))
})

function jsonOf(sets: readonly SetFigures[]): string {
  return `${JSON.stringify({ version: SCORE_VERSION, sets, fiveFold: ACCURACY }, null, 2)}\n`
}

function print(text: string): void {
  process.stdout.write(text)
}
