import { createHash } from 'node:crypto'

/** Returns the SHA-256 of a text in hex: secrets of people are stored only in this form. */
export const hashSecret = (text: string): string => createHash('sha256').update(text).digest('hex')
