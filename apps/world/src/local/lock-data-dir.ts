import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FatalError } from '@app/values/errors.ts'
import { acquireLock } from '../../../../scripts/set-up/lock.mjs'

/**
 * Makes this process the only one whose world uses `dataDir`, until it ends or `release` is called. Throws
 * `FatalError`, without touching anything, while another process has it.
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
      // The folder may have been removed under the running world.
      if (existsSync(directory)) lock.release()
    },
  }
}
