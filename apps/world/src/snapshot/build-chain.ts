import { openChain } from '../local/open-chain.ts'
import { createRoleKeys, type RoleKeys } from '../seed/assign-roles.ts'
import { seedWorld } from '../seed/seed-world.ts'
import { writeHistory } from './history-file.ts'

export interface BuildOptions {
  /** Directory of the world, without chain and database. */
  dataDir: string
  /** Path of the toolbox binary. */
  toolbox: string
  /** Called with a sentence for each step. */
  onProgress: (sentence: string) => void
  signal: AbortSignal
}

/** The inputs on which the result of a build depends: equal ones give equal builds. */
export interface SnapshotInputs {
  /** Unix milliseconds of the end of the history. */
  presentMs: number
  roleKeys: RoleKeys
}

export const createSnapshotInputs = (): SnapshotInputs => ({
  presentMs: Date.now(),
  roleKeys: createRoleKeys(),
})

/** Builds the first part of a world: a chain with people and most of their history. */
export async function buildChain(options: BuildOptions, inputs: SnapshotInputs): Promise<void> {
  const { dataDir, onProgress, signal } = options
  const { presentMs, roleKeys } = inputs
  await using resources = new AsyncDisposableStack()
  onProgress('Starting the Flow emulator')
  const chain = await openChain(options, resources)
  const seeded = await seedWorld(chain, { presentMs, signal }, { roleKeys, onProgress })
  await writeHistory(dataDir, { ...seeded, presentMs })
}
