import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from '@app/values/address.ts'
import type { Addresses } from '../seed/run-timeline.ts'
import type { SeededWorld } from '../seed/seed-world.ts'
import { writeJson } from '../write-json.ts'

/** A seeded world with the present to which it is to be advanced. */
export interface History extends SeededWorld {
  /** Unix milliseconds. */
  presentMs: number
}

/** Contains private keys; only the owner can read it. */
export const HISTORY_FILE = 'history.json'

export function writeHistory(dataDir: string, history: History): Promise<void> {
  const addresses = Object.fromEntries(history.addresses)
  return writeJson(join(dataDir, HISTORY_FILE), { ...history, addresses }, 0o600)
}

export async function readHistory(dataDir: string): Promise<History> {
  const history = JSON.parse(await readFile(join(dataDir, HISTORY_FILE), 'utf8'))
  const entries = Object.entries<Address>(history.addresses)
  return { ...history, addresses: new Map(entries) as Addresses }
}
