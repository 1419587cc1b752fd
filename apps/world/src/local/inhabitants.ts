import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentAccount } from '@app/server/agent/keyring.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { DaoAccount } from '../people/create-dao.ts'
import type { Offices } from '../seed/fill-offices.ts'
import type { Addresses } from '../seed/play.ts'
import { writeJson } from './write-json.ts'

/** Everybody's address by name, and the accounts that hold keys of their own. */
export interface Inhabitants extends Offices {
  addresses: Addresses
}

/** Addresses of everybody, written last: a world is complete when it is there. */
const PEOPLE = 'people.json'

/** Addresses and private keys; for this world alone, and read by nobody else. */
const AGENT = 'agent.json'
const DAO = 'dao.json'

/** Whether the last start left a complete world. */
export const hasInhabitants = (dataDir: string) => existsSync(join(dataDir, PEOPLE))

export async function forgetInhabitants(dataDir: string): Promise<void> {
  await rm(join(dataDir, PEOPLE), { force: true })
}

export async function keepInhabitants(dataDir: string, kept: Inhabitants): Promise<void> {
  await writeJson(join(dataDir, AGENT), kept.agent, 0o600)
  await writeJson(join(dataDir, DAO), kept.dao, 0o600)
  await writeJson(join(dataDir, PEOPLE), Object.fromEntries(kept.addresses))
}

/** Throws `FatalError` when the world was made before all of them were kept. */
export async function readInhabitants(dataDir: string): Promise<Inhabitants> {
  const [people, agent, dao] = await Promise.all([
    readKept<Record<string, Address>>(dataDir, PEOPLE),
    readKept<AgentAccount>(dataDir, AGENT),
    readKept<DaoAccount>(dataDir, DAO),
  ])
  return { addresses: new Map(Object.entries(people)) as Addresses, agent, dao }
}

async function readKept<T>(dataDir: string, name: string): Promise<T> {
  const path = join(dataDir, name)
  if (existsSync(path)) return JSON.parse(await readFile(path, 'utf8'))
  throw new FatalError(
    `The kept world has no ${name}, for it was made by an earlier version: start without --keep to make a new one.`,
  )
}
