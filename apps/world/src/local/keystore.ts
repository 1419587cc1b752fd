import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentAccount } from '@app/server/config.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { DaoAccount, RoleAccounts } from '../seed/assign-roles.ts'
import type { Addresses } from '../seed/run-timeline.ts'
import { writeJson } from '../write-json.ts'

/** Addresses of all accounts by name, and the accounts that have their own keys. */
export interface Keystore extends RoleAccounts {
  addresses: Addresses
}

/** Addresses of all accounts, written last: a world is complete when this file exists. */
export const ADDRESSES_FILE = 'people.json'

/** Addresses and private keys of this world; only the owner can read them. */
const AGENT_FILE = 'agent.json'
const DAO_FILE = 'dao.json'

export const KEYSTORE_FILES = [ADDRESSES_FILE, AGENT_FILE, DAO_FILE]

export const hasKeystore = (dataDir: string) => existsSync(join(dataDir, ADDRESSES_FILE))

export const deleteKeystore = (dataDir: string): Promise<void> =>
  rm(join(dataDir, ADDRESSES_FILE), { force: true })

export async function writeKeystore(dataDir: string, keystore: Keystore): Promise<void> {
  await writeJson(join(dataDir, AGENT_FILE), keystore.agent, 0o600)
  await writeJson(join(dataDir, DAO_FILE), keystore.dao, 0o600)
  await writeJson(join(dataDir, ADDRESSES_FILE), Object.fromEntries(keystore.addresses))
}

/** Throws `FatalError` when a file is missing, because an earlier version created the world. */
export async function readKeystore(dataDir: string): Promise<Keystore> {
  const [people, agent, dao] = await Promise.all([
    readKeystoreFile<Record<string, Address>>(dataDir, ADDRESSES_FILE),
    readKeystoreFile<AgentAccount>(dataDir, AGENT_FILE),
    readKeystoreFile<DaoAccount>(dataDir, DAO_FILE),
  ])
  return { addresses: new Map(Object.entries(people)) as Addresses, agent, dao }
}

async function readKeystoreFile<T>(dataDir: string, name: string): Promise<T> {
  const path = join(dataDir, name)
  if (existsSync(path)) return JSON.parse(await readFile(path, 'utf8'))
  throw new FatalError(
    `The kept world has no ${name}, because an earlier version created it: start without --keep to create a new one.`,
  )
}
