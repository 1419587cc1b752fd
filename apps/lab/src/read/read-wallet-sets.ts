import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError, getErrorMessage } from '../command-error.ts'
import { readWallets } from './read-wallets.ts'
import type { LabelledWallet } from './wallet.ts'

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
