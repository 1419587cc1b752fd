import { benchAlertLatency } from './alert-latency.ts'
import { benchApi } from './api.ts'
import { benchDiscovery } from './discovery.ts'
import { benchEvmDecoding } from './evm-decoding.ts'
import { benchIndexGrowth } from './indexing/index-growth.ts'
import { benchEvmIndexSpeed, benchIndexSpeed } from './indexing/index-speed.ts'
import { benchLargeListing } from './large-listing.ts'
import { benchPages } from './pages.ts'
import { benchScoreEngine } from './score-engine.ts'
import { benchStoredSums } from './stored-sums.ts'

const BENCHES: Readonly<Record<string, () => object | Promise<object>>> = {
  discovery: benchDiscovery,
  engine: benchScoreEngine,
  evm: benchEvmDecoding,
  sums: benchStoredSums,
  alerts: benchAlertLatency,
  listing: benchLargeListing,
  index: benchIndexSpeed,
  'index-evm': () => benchEvmIndexSpeed(),
  api: () => benchApi(),
  pages: benchPages,
  growth: () => benchIndexGrowth('growth'),
  'growth-10m': () => benchIndexGrowth('growth-10m'),
}

/** Those that take half an hour run only when they are named. */
const LONG = ['growth', 'growth-10m']

const names = process.argv.slice(2)
const unknown = names.find((name) => !Object.hasOwn(BENCHES, name))
if (unknown === undefined) await runBenches(names.length === 0 ? listShort() : names)
else rejectUnknownBench(unknown)

function listShort(): string[] {
  return Object.keys(BENCHES).filter((name) => !LONG.includes(name))
}

async function runBenches(chosen: readonly string[]): Promise<void> {
  for (const name of chosen) process.stdout.write(`${JSON.stringify(await BENCHES[name]?.())}\n`)
}

function rejectUnknownBench(name: string): void {
  const known = Object.keys(BENCHES).join(', ')
  process.stderr.write(`Unknown benchmark "${name}". Choose from ${known}.\n`)
  process.exitCode = 1
}
