import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Address } from '@app/values/address.ts'
import type { TestProject } from 'vitest/node'
import { TOOLBOX_BINARY } from '../../../../scripts/set-up/paths.mjs'
import { createWorld, type World } from '../local/create-world.ts'
import { readKeystore } from '../local/keystore.ts'
import type { EmulatorReady } from '../start-tool.ts'
import { TEST_PRESENT_MS } from './present.ts'

/** The data with which a story connects to a running world. */
export interface WorldEndpoints {
  addresses: [string, Address][]
  roles: World['roles']
  emulator: EmulatorReady
  urls: World['urls']
  databaseUrl: string
}

declare module 'vitest' {
  interface ProvidedContext {
    world: WorldEndpoints
  }
}

/** Shorter than the second of `npm start`: the stories wait for blocks again and again. */
const BLOCK_MS = 200

/** Starts one world for all stories of a project. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { endpoints, stop } = await startStoryWorld()
  project.provide('world', endpoints)
  return stop
}

/** Starts a world as the history left it, for the stories of a project or for one alone. */
export async function startStoryWorld(): Promise<{
  endpoints: WorldEndpoints
  stop: () => Promise<void>
}> {
  const dataDir = await mkdtemp(join(tmpdir(), 'dharma-world-'))
  await chmod(dataDir, 0o755)
  const world = await createWorld({
    ...{ dataDir, toolbox: TOOLBOX_BINARY },
    ...{ presentMs: TEST_PRESENT_MS, blockMs: BLOCK_MS },
  })
  const { addresses } = await readKeystore(dataDir)
  const { roles, emulator, urls, databaseUrl } = world
  return {
    endpoints: { addresses: [...addresses], roles, emulator, urls, databaseUrl },
    stop: async () => {
      await world.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
