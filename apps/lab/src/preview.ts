import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { judge } from '@app/score/judge.ts'
import { createEngine, type Engine } from './measure/engine.ts'
import { measureAccuracyChanges } from './preview/accuracy-change.ts'
import { fetchScoredWalletFacts, findLocalApi } from './preview/fetch-scored-wallet-facts.ts'
import { formatPreview, type Preview } from './preview/format-preview.ts'
import { compareWallets, type EngineVersions, hasLevelChange } from './preview/level-changes.ts'
import { loadCommittedEngine } from './preview/load-committed-engine.ts'
import { readScoredWalletFacts } from './preview/read-scored-wallet-facts.ts'
import { readTables } from './preview/read-tables.ts'
import type { ScoredWalletFacts } from './preview/scored-wallet-facts.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Usage: npm run preview -- [--api URL | --facts FILE] [--from VERSION] [--to VERSION] [--data DIR] [--json]

Lists the known wallets whose level changes between two versions of the score.

  --api URL      server to read the wallets from (default: the running local world)
  --facts FILE   read the wallets from exported evidence instead: one JSON file, or one entry per line
  --from VERSION a commit; or points tables for the engine in the working tree: a .json file, or a .ts file that
                 exports POINTS_TABLES (default: HEAD)
  --to VERSION   the same (default: the working tree)
  --data DIR     labelled wallets, to measure the change of accuracy
  --json         print all known wallets and figures as JSON
`

const OPTIONS = {
  api: { type: 'string' },
  facts: { type: 'string' },
  from: { type: 'string', default: 'HEAD' },
  to: { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

await runCommand(async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS })
  if (values.help) return print(USAGE)
  const { from, to = 'the working tree', data } = values
  const versions: EngineVersions = {
    from: await loadEngine(from),
    to: values.to === undefined ? judge : await loadEngine(values.to),
  }
  const preview: Preview = {
    from,
    to,
    wallets: compareWallets(versions, await loadScoredWalletFacts(values)),
    accuracy: data === undefined ? [] : await measureAccuracyChanges(versions, data),
  }
  print(values.json ? toJson(preview) : formatPreview(preview))
})

async function loadEngine(name: string): Promise<Engine> {
  const isFile = existsSync(name) || /\.(json|ts)$/.test(name)
  return isFile ? createEngine(await readTables(name)) : await loadCommittedEngine(name)
}

async function loadScoredWalletFacts(from: {
  api?: string | undefined
  facts?: string | undefined
}): Promise<ScoredWalletFacts[]> {
  if (from.facts !== undefined) return await readScoredWalletFacts(from.facts)
  return await fetchScoredWalletFacts(from.api ?? (await findLocalApi()))
}

function toJson(preview: Preview): string {
  const changed = preview.wallets.filter(hasLevelChange).map(({ address }) => address)
  return `${JSON.stringify({ ...preview, changed }, null, 2)}\n`
}

function print(text: string): void {
  process.stdout.write(text)
}
