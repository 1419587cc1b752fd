import { createHash } from 'node:crypto'

export const FOLDS = 5

/** Returns the fold (0–4) of a wallet, from the SHA-256 of its address: the same in every run. */
export function computeFoldIndex(address: string): number {
  return createHash('sha256').update(`fold:${address}`).digest().readUInt32BE(0) % FOLDS
}
