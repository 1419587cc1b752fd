import { parseArgs } from 'node:util'
import { print, runCommandLine } from './command-line.ts'
import {
  compareWallets,
  formatPreview,
  hasLevelChange,
  measureAccuracyChanges,
} from './preview/compare-engines.ts'
import { loadEngine, loadEngineWithout, WORKING_TREE } from './preview/load-engine.ts'
import { loadScoredWalletFacts } from './preview/load-scored-wallet-facts.ts'

const USAGE = `Usage: npm run preview -- [--api URL | --facts FILE] [--from VERSION] [--to VERSION] [--mute CODE] [--data DIR] [--json]

Lists the known wallets whose level changes between two versions of the score.

  --api URL      server to read the wallets from (default: the running local world)
  --facts FILE   read the wallets from exported evidence instead: one JSON file, or one entry per line
  --from VERSION a commit; or points tables for the engine in the working tree: a .json file, or a .ts file that
                 exports POINTS_TABLES (default: HEAD; with --mute: the same as --to)
  --to VERSION   the same (default: the working tree)
  --mute CODE    the newer version gives no points to the reason CODE, such as one that GET /v1/outcomes lists
                 for review
  --data DIR     labelled wallets, to measure the change of accuracy
  --json         print all known wallets and figures as JSON
`

const OPTIONS = {
  api: { type: 'string' },
  facts: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string', default: WORKING_TREE },
  mute: { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

await runCommandLine(async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  if (values.help) return print(USAGE)
  const { to, mute, data } = values
  const from = values.from ?? (mute === undefined ? 'HEAD' : to)
  const versions = {
    from: await loadEngine(from),
    to: mute === undefined ? await loadEngine(to) : await loadEngineWithout(to, mute),
  }
  const preview = {
    from,
    to: mute === undefined ? to : `${to} without ${mute}`,
    wallets: compareWallets(versions, await loadScoredWalletFacts(values)),
    accuracy: data === undefined ? [] : await measureAccuracyChanges(versions, data),
  }
  const changed = preview.wallets.filter(hasLevelChange).map(({ address }) => address)
  print(
    values.json ? `${JSON.stringify({ ...preview, changed }, null, 2)}\n` : formatPreview(preview),
  )
})
