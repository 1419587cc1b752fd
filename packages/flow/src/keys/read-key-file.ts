import { readFileSync, statSync } from 'node:fs'
import { FatalError } from '@app/values/errors.ts'

/** Rights of the group and of all others. */
const GROUP_AND_OTHERS_MASK = 0o077

/** The text of a file that its owner alone may read. Throws `FatalError` for any other, without its content. */
export function readKeyFile(path: string): string {
  try {
    const mode = statSync(path).mode & 0o777
    if ((mode & GROUP_AND_OTHERS_MASK) === 0) return readFileSync(path, 'utf8').trim()
    throw new FatalError(
      `The key file ${path} may be read by others (mode ${mode.toString(8)}): run chmod 600 on it.`,
    )
  } catch (error) {
    if (error instanceof FatalError) throw error
    throw new FatalError(`The key file ${path} cannot be read: check the path and its rights.`)
  }
}
