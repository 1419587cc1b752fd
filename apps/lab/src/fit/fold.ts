import { createHash } from 'node:crypto'

export const FOLDS = 5

/** The fold (0–4) of a wallet, by the SHA-256 of its address: the same in every run. */
export function toFold(address: string): number {
  return createHash('sha256').update(`fold:${address}`).digest().readUInt32BE(0) % FOLDS
}
