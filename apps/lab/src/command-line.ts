import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { FatalError } from '@app/values/errors.ts'
import { findEncodingProblem } from '@app/values/find-encoding-problem.ts'

/** Runs a command line and sets the exit code: 0 on success, 1 with one sentence on invalid input. */
export async function runCommandLine(command: (args: string[]) => Promise<void>): Promise<void> {
  try {
    await command(process.argv.slice(2))
  } catch (error) {
    if (!isInvalidInput(error)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

const isInvalidInput = (error: unknown): error is Error =>
  error instanceof FatalError ||
  (error instanceof TypeError && 'code' in error && `${error.code}`.startsWith('ERR_PARSE_ARGS'))

export function print(text: string): void {
  process.stdout.write(text)
}

export const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** Reads a text file, gzipped or plain. Throws `FatalError` with the line that is not UTF-8, or why it cannot be read. */
export async function readTextOrGzip(path: string): Promise<string> {
  const raw = await readFile(path).catch((cause) => {
    throw new FatalError(`${path} cannot be read: ${getErrorMessage(cause)}`, { cause })
  })
  const bytes = raw[0] === 0x1f && raw[1] === 0x8b ? unzip(path, raw) : raw
  const found = findEncodingProblem(bytes)
  if (found === null) return bytes.toString('utf8')
  throw new FatalError(`${path}, line ${found.line}: it ${found.problem}`)
}

function unzip(path: string, bytes: Buffer): Buffer {
  try {
    return gunzipSync(bytes)
  } catch (cause) {
    throw new FatalError(`${path} is not a complete gzip file`, { cause })
  }
}
