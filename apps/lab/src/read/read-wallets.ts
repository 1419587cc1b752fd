import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { BadLineError, FaultError } from './bad-line-error.ts'
import { parseWallet } from './parse-wallet.ts'
import type { LabelledWallet } from './wallet.ts'

/**
 * Every wallet of a file with one JSON object a line, gzipped or plain. Throws `BadLineError` with file,
 * line and fault when anything in it cannot be read, when a wallet comes twice, or when it is empty.
 */
export async function readWallets(path: string): Promise<LabelledWallet[]> {
  const lines = (await readText(path)).split('\n')
  if (lines.at(-1) === '') lines.pop()
  if (lines.length === 0) throw new BadLineError(`${path} is empty: it should hold a wallet a line`)
  const wallets = lines.map((line, index) => atLine(path, index + 1, () => parseWallet(line)))
  checkDistinct(path, wallets)
  return wallets
}

async function readText(path: string): Promise<string> {
  const bytes = await readBytes(path)
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (!isGzip) return bytes.toString('utf8')
  try {
    return gunzipSync(bytes).toString('utf8')
  } catch (cause) {
    throw new BadLineError(`${path} is not a whole gzip file`, { cause })
  }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (cause) {
    throw new BadLineError(`${path} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

function atLine<T>(path: string, line: number, read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (!(cause instanceof FaultError)) throw cause
    throw new BadLineError(`${path}, line ${line}: ${cause.message}`, { cause })
  }
}

function checkDistinct(path: string, wallets: readonly LabelledWallet[]): void {
  const lineOf = new Map<string, number>()
  for (const [index, { address }] of wallets.entries()) {
    const first = lineOf.get(address)
    if (first !== undefined) {
      throw new BadLineError(`${path}, line ${index + 1}: ${address} is on line ${first} already`)
    }
    lineOf.set(address, index + 1)
  }
}
