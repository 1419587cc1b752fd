import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCadenceFiles } from './generate/cadence-files.ts'
import { renderCalls } from './generate/render-calls.ts'
import { type FlowJson, renderAddresses, renderContracts } from './generate/render-contracts.ts'
import { renderEvents } from './generate/render-events.ts'

const ROOM = join(import.meta.dirname, '../packages/contracts')

/** The generated files of packages/contracts, by path inside its src. */
async function generate(): Promise<Record<string, string>> {
  const flowJson: FlowJson = JSON.parse(await readFile(join(ROOM, 'flow.json'), 'utf8'))
  const [contracts, transactions, scripts] = await Promise.all(
    ['contracts', 'transactions', 'scripts'].map((part) => readCadenceFiles(join(ROOM, part))),
  )
  return {
    'addresses.generated.ts': renderAddresses(flowJson),
    'contracts.generated.ts': renderContracts(contracts ?? []),
    'events.generated.ts': renderEvents(contracts ?? []),
    'transactions.generated.ts': renderCalls(transactions ?? [], 'transactions'),
    'scripts.generated.ts': renderCalls(scripts ?? [], 'scripts'),
  }
}

async function isStale([file, content]: [string, string]): Promise<boolean> {
  return (await readFile(join(ROOM, 'src', file), 'utf8').catch(() => '')) !== content
}

async function staleFiles(): Promise<[string, string][]> {
  const files = Object.entries(await generate())
  const stale = await Promise.all(files.map(isStale))
  return files.filter((_, index) => stale[index])
}

const stale = await staleFiles()
const names = stale.map(([file]) => file).join(', ')
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    console.error(`Out of date in packages/contracts/src: ${names}. Run npm run generate.`)
    process.exitCode = 1
  }
} else {
  await Promise.all(stale.map(([file, text]) => writeFile(join(ROOM, 'src', file), text)))
  console.log(stale.length === 0 ? 'Generated files are up to date.' : `Wrote ${names}.`)
}
