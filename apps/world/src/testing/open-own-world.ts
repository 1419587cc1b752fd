import { afterAll, beforeAll } from 'vitest'
import { COSIGNER_INDEXES } from '../cosigners/cosigner-databases.ts'
import { connectToWorld, type WorldConnection } from './connect-to-world.ts'
import { startStoryWorld } from './world.setup.ts'

/**
 * Opens a world for the stories of one file, as the history left it: whatever the stories of other files do to clock, fund
 * and votes does not reach them.
 */
export async function openOwnWorld(): Promise<WorldConnection> {
  const { endpoints, stop } = await startStoryWorld()
  afterAll(stop)
  return connectToWorld(endpoints)
}

/** Stops the signers for a story that executes proposals itself, and starts them again after it. */
export function stopSigners({ cosigners }: Pick<WorldConnection, 'cosigners'>): void {
  beforeAll(async () => {
    await Promise.all(COSIGNER_INDEXES.map((index) => cosigners.stop(index)))
  })
  afterAll(() => cosigners.startAll())
}
