import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, getErrorMessage } from './command-line.ts'
import { InvalidValueError, type LabelledWallet, parseWallet } from './parse-wallet.ts'
import { readTextOrGzip } from './read-text.ts'

/** A line of a file of labelled wallets is invalid. The message has the file, the line and the cause. */
export class InvalidLineError extends CommandError {
  override name = 'InvalidLineError'
}

/** One file of labelled wallets. */
export interface WalletSet {
  name: string
  wallets: readonly LabelledWallet[]
}

const FILE_PATTERN = /^(.+?)(-dev)?\.jsonl(\.gz)?$/

/** Reads every set of labelled wallets in a folder, sorted by name. */
export async function readWalletSets(folder: string): Promise<WalletSet[]> {
  const files = (await listFileNames(folder)).filter((name) => FILE_PATTERN.test(name)).sort()
  if (files.length === 0) throw new CommandError(`No .jsonl or .jsonl.gz file in ${folder}`)
  const sets: WalletSet[] = []
  for (const file of files) {
    const name = FILE_PATTERN.exec(file)?.[1] ?? file
    sets.push({ name, wallets: await readWallets(join(folder, file)) })
  }
  return sets
}

async function listFileNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (cause) {
    throw new CommandError(`${folder} cannot be read: ${getErrorMessage(cause)}`, { cause })
  }
}

/**
 * Reads every wallet of a file with one JSON object per line, gzipped or plain. Throws `InvalidLineError` with
 * file, line and cause when a line is invalid, when a wallet is duplicate, or when the file is empty.
 */
export async function readWallets(path: string): Promise<LabelledWallet[]> {
  const lines = (await readTextOrGzip(path)).split(/\r\n?|\n/)
  if (lines.at(-1) === '') lines.pop()
  if (lines.length === 0)
    throw new InvalidLineError(`${path} is empty: it must have one wallet per line`)
  const wallets = lines.map((line, index) =>
    addLineToErrors(path, index + 1, () => parseWallet(line)),
  )
  assertDistinctAddresses(path, wallets)
  return wallets
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
