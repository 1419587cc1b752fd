import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Address } from '@app/values/address.ts'
import { openChain } from '../create-chain.ts'
import { createRoleKeys } from '../seed/assign-roles.ts'
import type { Addresses } from '../seed/run-timeline.ts'
import { type SeededWorld, seedWorld } from '../seed/seed-world.ts'
import { writeJson } from '../write-json.ts'

export interface BuildOptions {
  /** Directory of the world, without chain and database. */
  dataDir: string
  toolbox: string
  onProgress: (sentence: string) => void
  signal: AbortSignal
}

/** A seeded world with the present to which it is to be advanced. */
interface SeededChain extends SeededWorld {
  /** Unix milliseconds. */
  presentMs: number
}

/** Contains private keys; only the owner can read it. */
export const SEEDED_CHAIN_FILE = 'history.json'

/** Builds the first part of a world: a chain with people and most of their history, which ends at `presentMs`. */
export async function buildChain(options: BuildOptions, presentMs = Date.now()): Promise<void> {
  const { dataDir, onProgress, signal } = options
  const roleKeys = createRoleKeys()
  await using resources = new AsyncDisposableStack()
  onProgress('Starting the Flow emulator')
  const chain = await openChain(options, resources)
  const seeded = await seedWorld(chain, { presentMs, signal }, { roleKeys, onProgress })
  await writeSeededChain(dataDir, { ...seeded, presentMs })
}

function writeSeededChain(dataDir: string, seeded: SeededChain): Promise<void> {
  const addresses = Object.fromEntries(seeded.addresses)
  return writeJson(join(dataDir, SEEDED_CHAIN_FILE), { ...seeded, addresses }, 0o600)
}

export async function readSeededChain(dataDir: string): Promise<SeededChain> {
  const history = JSON.parse(await readFile(join(dataDir, SEEDED_CHAIN_FILE), 'utf8'))
  const entries = Object.entries<Address>(history.addresses)
  return { ...history, addresses: new Map(entries) as Addresses }
}
