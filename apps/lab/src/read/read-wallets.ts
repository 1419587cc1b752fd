import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { getErrorMessage } from '../command-error.ts'
import { InvalidLineError, InvalidValueError } from './invalid-line-error.ts'
import { parseWallet } from './parse-wallet.ts'
import type { LabelledWallet } from './wallet.ts'

/**
 * Reads every wallet of a file with one JSON object per line, gzipped or plain. Throws `InvalidLineError` with
 * file, line and cause when a line is invalid, when a wallet is duplicate, or when the file is empty.
 */
export async function readWallets(path: string): Promise<LabelledWallet[]> {
  const lines = (await readTextOrGzip(path)).split('\n')
  if (lines.at(-1) === '') lines.pop()
  if (lines.length === 0)
    throw new InvalidLineError(`${path} is empty: it must have one wallet per line`)
  const wallets = lines.map((line, index) =>
    addLineToErrors(path, index + 1, () => parseWallet(line)),
  )
  assertDistinctAddresses(path, wallets)
  return wallets
}

async function readTextOrGzip(path: string): Promise<string> {
  const bytes = await readBytes(path)
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (!isGzip) return bytes.toString('utf8')
  try {
    return gunzipSync(bytes).toString('utf8')
  } catch (cause) {
    throw new InvalidLineError(`${path} is not a complete gzip file`, { cause })
  }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw new InvalidLineError(`${path} cannot be read: ${getErrorMessage(cause)}`, { cause })
  }
}

function addLineToErrors<T>(path: string, line: number, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof InvalidValueError)) throw cause
    throw new InvalidLineError(`${path}, line ${line}: ${cause.message}`, { cause })
  }
}

function assertDistinctAddresses(path: string, wallets: readonly LabelledWallet[]): void {
  const lineByAddress = new Map<string, number>()
  for (const [index, { address }] of wallets.entries()) {
    const first = lineByAddress.get(address)
    if (first !== undefined) {
      throw new InvalidLineError(
        `${path}, line ${index + 1}: ${address} is already on line ${first}`,
      )
    }
    lineByAddress.set(address, index + 1)
  }
}
