import { rename, writeFile } from 'node:fs/promises'
import { CommandError, getErrorMessage } from './command-error.ts'

/** Writes a file atomically: it has the new content, or is unchanged. Throws `CommandError` when it cannot be written. */
export async function writeFileAtomic(path: string, text: string): Promise<void> {
  const draft = `${path}.draft`
  try {
    await writeFile(draft, text)
    await rename(draft, path)
  } catch (cause) {
    throw new CommandError(`${path} cannot be written: ${getErrorMessage(cause)}`, { cause })
  }
}
