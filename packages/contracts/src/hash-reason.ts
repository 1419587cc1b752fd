import { createHash } from 'node:crypto'

/** Returns the SHA-256 of a reason in hex, as signed messages and contracts contain it. */
export const hashReason = (reason: string): string =>
  createHash('sha256').update(reason, 'utf8').digest('hex')
