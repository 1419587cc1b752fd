import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { PointsTables } from '@app/score/points-table.ts'
import { POINTS_TABLES } from '@app/score/tables/points-tables.ts'
import { accuracyChanges } from './preview/accuracy-change.ts'
import { askKnownWallets, localApi } from './preview/ask-known-wallets.ts'
import { committedTables } from './preview/committed-tables.ts'
import type { KnownWallet } from './preview/known-wallet.ts'
import { changesLevel, compareWallets, type Versions } from './preview/level-changes.ts'
import { readKnownWallets } from './preview/read-known-wallets.ts'
import { readTables } from './preview/read-tables.ts'
import { type Preview, reportOfPreview } from './preview/report-of-preview.ts'
import { runCommand } from './run-command.ts'

const USAGE = `Usage: npm run preview -- [--api URL | --facts FILE] [--from TABLES] [--to TABLES] [--data DIR] [--json]

Lists the known wallets whose level changes between two versions of the points tables.

  --api URL      the server that knows the wallets; without it the running local world
  --facts FILE   takes the wallets from exported evidence instead: one file, or an entry a line
  --from TABLES  a .json file, a .ts file that exports POINTS_TABLES, or a commit; without it HEAD
  --to TABLES    the same; without it the tables in the working tree
  --data DIR     labelled wallets, to tell what the change does to accuracy
  --json         prints all known wallets and figures as JSON
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
  const versions: Versions = {
    from: await tablesOf(from),
    to: values.to === undefined ? POINTS_TABLES : await tablesOf(values.to),
  }
  const preview: Preview = {
    from,
    to,
    wallets: compareWallets(versions, await knownWallets(values)),
    accuracy: data === undefined ? [] : await accuracyChanges(versions, data),
  }
  print(values.json ? jsonOf(preview) : reportOfPreview(preview))
})

function tablesOf(name: string): Promise<PointsTables> {
  return existsSync(name) || /\.(json|ts)$/.test(name) ? readTables(name) : committedTables(name)
}

async function knownWallets(from: {
  api?: string | undefined
  facts?: string | undefined
}): Promise<KnownWallet[]> {
  if (from.facts !== undefined) return await readKnownWallets(from.facts)
  return await askKnownWallets(from.api ?? (await localApi()))
}

function jsonOf(preview: Preview): string {
  const changed = preview.wallets.filter(changesLevel).map(({ address }) => address)
  return `${JSON.stringify({ ...preview, changed }, null, 2)}\n`
}

function print(text: string): void {
  process.stdout.write(text)
}
