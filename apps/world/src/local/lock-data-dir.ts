import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FatalError } from '@app/values/errors.ts'
import { acquireLock } from '../../../../scripts/set-up/lock.mjs'

/**
 * Locks `dataDir` for this process until it exits or `release` is called. Throws `FatalError`,
 * without changing anything, when another process holds the lock.
 */
export async function lockDataDir(dataDir: string): Promise<{ release(): void }> {
  const directory = join(dataDir, 'lock')
  const lock = await acquireLock(directory, {
    onWait: (pid) => {
      throw new FatalError(
        `Another world runs on ${dataDir} (process ${pid}): stop it first, or give this one a folder of its own with DHARMA_STATE.`,
      )
    },
  })
  return {
    release: () => {
      // The directory may have been deleted while the world was running.
      if (existsSync(directory)) lock.release()
    },
  }
}
