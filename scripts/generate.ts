import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readCadenceFiles } from './generate/read-cadence-files.ts'
import { renderCalls } from './generate/render-calls.ts'
import { type FlowJson, renderAddresses, renderContracts } from './generate/render-contracts.ts'
import { renderEvents } from './generate/render-events.ts'

const CONTRACTS_DIR = join(import.meta.dirname, '../packages/contracts')

/** Returns the generated files of packages/contracts, by path inside its src. */
async function generateFiles(): Promise<Record<string, string>> {
  const flowJson: FlowJson = JSON.parse(await readFile(join(CONTRACTS_DIR, 'flow.json'), 'utf8'))
  const [contracts, transactions, scripts] = await Promise.all(
    ['contracts', 'transactions', 'scripts'].map((folder) =>
      readCadenceFiles(join(CONTRACTS_DIR, folder)),
    ),
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
  return (await readFile(join(CONTRACTS_DIR, 'src', file), 'utf8').catch(() => '')) !== content
}

async function listStaleFiles(): Promise<[string, string][]> {
  const files = Object.entries(await generateFiles())
  const stale = await Promise.all(files.map(isStale))
  return files.filter((_, index) => stale[index])
}

const stale = await listStaleFiles()
const names = stale.map(([file]) => file).join(', ')
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    console.error(`Out of date in packages/contracts/src: ${names}. Run npm run generate.`)
    process.exitCode = 1
  }
} else {
  await Promise.all(stale.map(([file, text]) => writeFile(join(CONTRACTS_DIR, 'src', file), text)))
  console.log(stale.length === 0 ? 'Generated files are up to date.' : `Wrote ${names}.`)
}
