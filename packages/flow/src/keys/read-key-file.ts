import { readFileSync, statSync } from 'node:fs'
import { FatalError } from '@app/values/errors.ts'

/** Permission bits of group and others. */
const GROUP_AND_OTHERS_MASK = 0o077

/**
 * Reads a file that only its owner can access. Throws `FatalError`, without its content, when
 * others can access it or it cannot be read.
 */
export function readKeyFile(path: string): string {
  try {
    const mode = statSync(path).mode & 0o777
    if ((mode & GROUP_AND_OTHERS_MASK) === 0) return readFileSync(path, 'utf8').trim()
    throw new FatalError(
      `The key file ${path} is accessible by others (mode ${mode.toString(8)}): run chmod 600 on it.`,
    )
  } catch (error) {
    if (error instanceof FatalError) throw error
    throw new FatalError(`The key file ${path} cannot be read: check the path and its permissions.`)
  }
}
