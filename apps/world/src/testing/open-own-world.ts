import { afterAll } from 'vitest'
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
