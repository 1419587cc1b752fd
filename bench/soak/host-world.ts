import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@app/values/address.ts'
import { createWorld } from '@app/world/local/create-world.ts'
import { readKeystore } from '@app/world/local/keystore.ts'
import type { EmulatorReady } from '@app/world/start-tool.ts'
import { TOOLBOX_BINARY } from '../../scripts/set-up/paths.mjs'

/** What the process that drives and measures a world needs of it. */
export interface HostedWorld {
  pid: number
  apiUrl: string
  emulator: EmulatorReady
  addresses: [string, Address][]
}

// A process of its own, so that the memory of the load is not measured with that of the server.
const dataDir = await mkdtemp(join(tmpdir(), 'dharma-soak-'))
await chmod(dataDir, 0o755)
const world = await createWorld({ dataDir, toolbox: TOOLBOX_BINARY, web: 'none' })
const { addresses } = await readKeystore(dataDir)
const hosted: HostedWorld = {
  pid: process.pid,
  apiUrl: world.urls.api,
  emulator: world.emulator,
  addresses: [...addresses],
}
process.once('disconnect', stop)
void world.failed.then((message) => {
  process.stderr.write(`${message}\n`)
  process.disconnect()
})
process.send?.(hosted)

async function stop(): Promise<void> {
  await world.stop()
  await rm(dataDir, { recursive: true, force: true })
  process.exit(0)
}
