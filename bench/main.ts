import { benchApi } from './api.ts'
import { benchEngine } from './engine.ts'
import { benchEvmIndexing, benchIndexing } from './indexing.ts'
import { benchPages } from './pages.ts'

const BENCHES: Readonly<Record<string, () => object | Promise<object>>> = {
  engine: () => benchEngine(),
  indexing: () => benchIndexing(),
  'indexing-evm': () => benchEvmIndexing(),
  api: () => benchApi(),
  pages: () => benchPages(),
}

const names = process.argv.slice(2)
const unknown = names.find((name) => !Object.hasOwn(BENCHES, name))
if (unknown === undefined) {
  for (const name of names.length === 0 ? Object.keys(BENCHES) : names)
    process.stdout.write(`${JSON.stringify(await BENCHES[name]?.())}\n`)
} else {
  const known = Object.keys(BENCHES).join(', ')
  process.stderr.write(`Unknown benchmark "${unknown}". Choose from ${known}.\n`)
  process.exitCode = 1
}
