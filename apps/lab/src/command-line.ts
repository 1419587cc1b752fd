import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { findEncodingProblem } from '@app/values/find-encoding-problem.ts'

/** A command cannot continue. The message describes what to do. */
export class CommandError extends Error {
  override name = 'CommandError'
}

/** Runs a command line and sets the exit code: 0 on success, 1 with one sentence on invalid input. */
export async function runCommandLine(command: (args: string[]) => Promise<void>): Promise<void> {
  try {
    await command(process.argv.slice(2))
  } catch (error) {
    if (!isExpected(error)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

function isExpected(error: unknown): error is Error {
  if (error instanceof CommandError) return true
  return (
    error instanceof TypeError && 'code' in error && `${error.code}`.startsWith('ERR_PARSE_ARGS')
  )
}

/** Writes a text to standard output. */
export function print(text: string): void {
  process.stdout.write(text)
}

/** Returns the message of a caught value. */
export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Reads a text file, gzipped or plain. Throws `CommandError` with the line that is not UTF-8, or why it cannot be read. */
export async function readTextOrGzip(path: string): Promise<string> {
  const bytes = unzip(path, await readBytes(path))
  const found = findEncodingProblem(bytes)
  if (found === null) return bytes.toString('utf8')
  throw new CommandError(`${path}, line ${found.line}: it ${found.problem}`)
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw new CommandError(`${path} cannot be read: ${getErrorMessage(cause)}`, { cause })
  }
}

function unzip(path: string, bytes: Buffer): Buffer {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (!isGzip) return bytes
  try {
    return gunzipSync(bytes)
  } catch (cause) {
    throw new CommandError(`${path} is not a complete gzip file`, { cause })
  }
}
