import { benchAlertLatency } from './alert-latency.ts'
import { benchDiscovery } from './discovery.ts'
import { benchScoreEngine } from './score-engine.ts'
import { benchStoredSums } from './stored-sums.ts'

const BENCHES: Readonly<Record<string, () => object | Promise<object>>> = {
  discovery: benchDiscovery,
  engine: benchScoreEngine,
  sums: benchStoredSums,
  alerts: benchAlertLatency,
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !Object.hasOwn(BENCHES, name))
if (unknown === undefined) await runBenches(names.length === 0 ? Object.keys(BENCHES) : names)
else rejectUnknownBench(unknown)

async function runBenches(chosen: readonly string[]): Promise<void> {
  for (const name of chosen) process.stdout.write(`${JSON.stringify(await BENCHES[name]?.())}\n`)
}

function rejectUnknownBench(name: string): void {
  const known = Object.keys(BENCHES).join(', ')
  process.stderr.write(`Unknown benchmark "${name}". Choose from ${known}.\n`)
  process.exitCode = 1
}
