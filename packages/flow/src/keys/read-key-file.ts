import { readFileSync, statSync } from 'node:fs'
import { FatalError } from '@app/values/errors.ts'
import { findEncodingProblem } from '@app/values/find-encoding-problem.ts'

const GROUP_AND_OTHERS_MASK = 0o077

/**
 * Reads a file that only its owner can access. Throws `FatalError`, without its content, when
 * others can access it, it cannot be read, or is not UTF-8.
 */
export function readKeyFile(path: string): string {
  try {
    const mode = statSync(path).mode & 0o777
    if ((mode & GROUP_AND_OTHERS_MASK) !== 0) {
      throw new FatalError(
        `The key file ${path} is accessible by others (mode ${mode.toString(8)}): run chmod 600 on it.`,
      )
    }
    const bytes = readFileSync(path)
    const found = findEncodingProblem(bytes)
    if (found === null) return bytes.toString('utf8').trim()
    throw new FatalError(`The key file ${path}: line ${found.line} ${found.problem}.`)
  } catch (error) {
    if (error instanceof FatalError) throw error
    throw new FatalError(`The key file ${path} cannot be read: check the path and its permissions.`)
  }
}
