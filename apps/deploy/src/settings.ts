import { join } from 'node:path'
import { readKeyFile } from '@app/flow/keys/read-key-file.ts'
import { type Address, parsePastedAddress, toAddress } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import { DAO_KEY_COUNT } from '@app/values/limits.ts'
import { NETWORKS, type Network } from '@app/values/network.ts'

export type Settings = ReturnType<typeof loadSettings>

/** What the contracts let an account do. Each power is offered to it (appointment), and then claimed by it. */
export type Power = 'publish' | 'flag' | 'watch'

export interface AppointedSettings {
  /** For messages. */
  name: 'agent' | 'second publisher'
  powers: readonly Power[]
  address: Address
  /** null: the account claims the offered powers itself. */
  privateKeyHex: string | null
  /** The variable with the key, for messages. */
  variable: string
}

export interface SigningAccount {
  address: Address
  privateKeysHex: readonly string[]
  /** The variable with the keys, for messages. */
  source: string
}

export interface DaoSettings {
  /** null: the DAO's account is created, unless the chain already has one. */
  address: Address | null
  /** null: the public keys of the key files. */
  publicKeysHex: readonly string[] | null
  keyFiles: readonly string[]
}

type Environment = Record<string, string | undefined>

/** Of every emulator of the toolbox. Not a secret. */
const EMULATOR_SERVICE_ACCOUNT: SigningAccount = {
  address: toAddress('f8d6e0586b0a20c7'),
  privateKeysHex: ['aff3a277caf2bdd6582c156ae7b07dbca537da7833309de88e56987faa2c0f1b'],
  source: 'the emulator',
}

export interface SettingsContext {
  network: Network
  /** Default folder of the key files. */
  stateDir: string
  /** Address of the contracts of this network in flow.json. */
  recordedAddress: string | undefined
}

/**
 * Reads the settings from the environment, and removes private keys from it. Throws `FatalError` with the
 * variable that is missing or invalid; the message never contains a key.
 */
export function loadSettings(env: Environment, context: SettingsContext) {
  return {
    contracts: loadContractsAccount(env, context),
    dao: loadDaoSettings(env, join(context.stateDir, 'keys', context.network)),
    /** The agent and the second publisher, of those that have an address. */
    appointed: loadAppointed(env),
    /** What the fund for rechecks is filled up to. */
    fundUnits: parseFundUnits(env),
  }
}

function loadContractsAccount(
  env: Environment,
  { network, recordedAddress }: SettingsContext,
): SigningAccount {
  const keys = readAndClearPrivateKeys(env, 'DHARMA_CONTRACTS_KEY')
  const chosen = parseAddressVariable(env, 'DHARMA_CONTRACTS_ADDRESS')
  const { isPublic } = NETWORKS[network]
  if (!isPublic && keys === null && chosen === null) return EMULATOR_SERVICE_ACCOUNT
  if (isPublic) assertAddressUnchanged(chosen, recordedAddress)
  const recorded = { DHARMA_CONTRACTS_ADDRESS: recordedAddress }
  const address = chosen ?? requireAddressVariable(recorded, 'DHARMA_CONTRACTS_ADDRESS')
  if (keys !== null) return { address, ...keys }
  throw new FatalError(
    'Set DHARMA_CONTRACTS_KEY_FILE to a file of mode 600 with the private key of the account of the contracts.',
  )
}

/** Throws on another address: scores, votes and vaults would stay at the old one, so a move must be deliberate. */
function assertAddressUnchanged(chosen: Address | null, recorded: string | undefined): void {
  if (chosen === null || recorded === undefined || chosen === recorded) return
  throw new FatalError(
    `flow.json has the contracts in ${recorded}, but DHARMA_CONTRACTS_ADDRESS is ${chosen}: leave it out to update them there, or remove their testnet aliases from flow.json to start again without their scores and votes.`,
  )
}

function loadDaoSettings(env: Environment, keyDir: string): DaoSettings {
  const files = Array.from({ length: DAO_KEY_COUNT }, (_, i) => join(keyDir, `dao-${i + 1}.key`))
  return {
    address: parseAddressVariable(env, 'DHARMA_DAO_ADDRESS'),
    publicKeysHex: parseListVariable(env, 'DHARMA_DAO_PUBLIC_KEYS')?.map(parsePublicKey) ?? null,
    keyFiles: parseListVariable(env, 'DHARMA_DAO_KEY_FILES') ?? files,
  }
}

function parsePublicKey(text: string): string {
  const digits = text.replace(/^0x/, '').replace(/^04(?=[0-9a-fA-F]{128}$)/, '')
  if (/^[0-9a-fA-F]{128}$/.test(digits)) return digits.toLowerCase()
  throw new FatalError(
    'DHARMA_DAO_PUBLIC_KEYS takes public keys of 128 hex digits, separated by commas.',
  )
}

/** Two publishers with one account, or one key, would be stolen together. */
function loadAppointed(env: Environment): AppointedSettings[] {
  const appointed = APPOINTED.flatMap((facts) => {
    const keys = readAndClearPrivateKeys(env, facts.variable)
    const address = parseAddressVariable(env, facts.variable.replace('_KEY', '_ADDRESS'))
    if (address === null) return []
    return [{ ...facts, address, privateKeyHex: keys?.privateKeysHex[0] ?? null }]
  })
  const keys = appointed.flatMap(({ privateKeyHex }) => privateKeyHex ?? [])
  const addresses = appointed.map(({ address }) => address)
  if ([keys, addresses].every((list) => new Set(list).size === list.length)) return appointed
  throw new FatalError(
    'The second publisher has the account or the key of the agent: give it both of its own, or they are stolen together.',
  )
}

/** A second publisher publishes, and accuses nobody. */
const APPOINTED: readonly Pick<AppointedSettings, 'name' | 'powers' | 'variable'>[] = [
  { name: 'agent', powers: ['publish', 'flag', 'watch'], variable: 'DHARMA_AGENT_KEY' },
  { name: 'second publisher', powers: ['publish'], variable: 'DHARMA_SECOND_PUBLISHER_KEY' },
]

function parseFundUnits(env: Environment): bigint {
  const text = getVariable(env, 'DHARMA_FUND_FLOW') ?? '0.0'
  if (/^\d+(\.\d{1,8})?$/.test(text)) return parseUfix64(text.includes('.') ? text : `${text}.0`)
  throw new FatalError('DHARMA_FUND_FLOW takes an amount of FLOW, such as 10.0.')
}

/** Returns the keys in `name`, or in the files of `name`_FILE, and removes `name` from the environment. */
function readAndClearPrivateKeys(
  env: Environment,
  name: string,
): Omit<SigningAccount, 'address'> | null {
  const files = parseListVariable(env, `${name}_FILE`)
  const keys = files?.map(readKeyFile) ?? parseListVariable(env, name)
  delete env[name]
  if (keys === null) return null
  const source = files === null ? name : `${name}_FILE`
  return { privateKeysHex: keys.map((key) => parsePrivateKey(key, source)), source }
}

function parsePrivateKey(text: string, source: string): string {
  const digits = text.trim().replace(/^0x/, '')
  if (/^[0-9a-fA-F]{64}$/.test(digits)) return digits
  throw new FatalError(`${source} is not a private key of 64 hex digits.`)
}

function parseAddressVariable(env: Environment, name: string): Address | null {
  return getVariable(env, name) === null ? null : requireAddressVariable(env, name)
}

function requireAddressVariable(env: Environment, name: string): Address {
  const address = parsePastedAddress(getVariable(env, name) ?? '')
  if (address === null) throw new FatalError(`Set ${name} to an address of 0x and 16 hex digits.`)
  return address
}

function parseListVariable(env: Environment, name: string): string[] | null {
  const parts = getVariable(env, name)?.split(',')
  return parts?.map((part) => part.trim()).filter((part) => part !== '') ?? null
}

const getVariable = (env: Environment, name: string): string | null => env[name]?.trim() || null
