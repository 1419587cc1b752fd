import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { findEncodingProblem } from '@app/values/find-encoding-problem.ts'
import { CommandError, getErrorMessage } from './command-line.ts'

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
