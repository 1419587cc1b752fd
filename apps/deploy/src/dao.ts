import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { getDao, getDelegations, handOverDao, openDao } from '@app/contracts/calls.ts'
import { getContractAddress } from '@app/contracts/resolve-imports.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import { readKeyFile } from '@app/flow/keys/read-key-file.ts'
import { FULL_WEIGHT } from '@app/flow/proof/verify-signatures.ts'
import type { Account, AccountKey } from '@app/flow/read/chain.ts'
import { type Address, toAddress, ZERO_ADDRESS } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import { DAO_KEY_COUNT } from '@app/values/limits.ts'
import { chooseSigners } from './choose-signers.ts'
import type { DaoSettings } from './settings.ts'
import type { DeployStep } from './step.ts'
import { type DeploymentTarget, requireAccount, runScript } from './target.ts'

/** FLOW that the account of the DAO receives for its fees. */
export const DAO_FLOW_UNITS = parseUfix64('0.1')

/** The account that is or becomes the DAO. */
export type DaoPlan =
  /** A new account is created and becomes the DAO. */
  | { kind: 'open' }
  /** An existing account becomes the DAO. */
  | { kind: 'hand over'; account: Account }
  | { kind: 'ready'; account: Account }

/**
 * Plans the DAO, with these contracts deployed. Throws `FatalError` when the DAO is another account than the one in
 * the settings, when a key of its account can sign alone (at one index or at several), when its keys cannot sign at
 * all, or when an account that would become the DAO can be used without its keys.
 */
export async function planDao(
  target: DeploymentTarget,
  { address }: DaoSettings,
  deployed: ReadonlySet<string>,
): Promise<DaoPlan> {
  const current = deployed.has('DharmaGovernance') ? await readDaoAddress(target) : null
  if (current !== null && address !== null && current !== address) {
    throw new FatalError(
      `The DAO is ${current}, but DHARMA_DAO_ADDRESS is ${address}: leave it out to keep ${current}, or have ${current} and ${address} sign the transaction governance/hand_over_dao first.`,
    )
  }
  const known = current ?? address
  if (known === null) return { kind: 'open' }
  const account = await requireAccount(target.reader, known, target.network)
  assertMultisigKeys(account)
  if (current !== null) return { kind: 'ready', account }
  await readHarmlessCapabilities(target, known)
  return { kind: 'hand over', account }
}

/** null before the hand-over. */
async function readDaoAddress(target: DeploymentTarget): Promise<Address | null> {
  const answer = await runScript(target, getDao())
  return answer === null ? null : toAddress(String(answer))
}

/** Throws `FatalError` unless a signature for the account needs two or more keys. */
function assertMultisigKeys({ address, keys }: Account): void {
  const weights = weighKeys(keys)
  const [heaviest] = weights
  if (heaviest !== undefined && heaviest.weight >= FULL_WEIGHT) {
    throw new FatalError(
      `Key ${heaviest.index} of the DAO's account ${address} weighs ${heaviest.weight} and could sign alone: revoke it and add keys with a weight below ${FULL_WEIGHT}, so that two must sign.`,
    )
  }
  const total = sumWeights(weights)
  if (total >= FULL_WEIGHT) return
  throw new FatalError(
    `The keys of the DAO's account ${address} have a total weight of ${total}, less than the ${FULL_WEIGHT} required to sign: add keys.`,
  )
}

/** Returns the minimum number of different keys that must sign. */
function countRequiredKeys({ keys }: Account): number {
  const weights = weighKeys(keys)
  return 1 + weights.findIndex((_, last) => sumWeights(weights.slice(0, last + 1)) >= FULL_WEIGHT)
}

type KeyWeight = Pick<AccountKey, 'index' | 'weight'>

/** Returns the keys that are not revoked, the same key at several indexes once with their sum, the heaviest first. */
function weighKeys(keys: readonly AccountKey[]): KeyWeight[] {
  const active = keys.filter(({ isRevoked }) => !isRevoked)
  return [...Map.groupBy(active, ({ publicKeyHex }) => publicKeyHex).values()]
    .map((same) => ({
      index: Math.min(...same.map(({ index }) => index)),
      weight: sumWeights(same),
    }))
    .toSorted((a, b) => b.weight - a.weight)
}

const sumWeights = (keys: readonly Pick<KeyWeight, 'weight'>[]): number =>
  keys.reduce((sum, { weight }) => sum + weight, 0)

export function describeDao(plan: DaoPlan): string {
  if (plan.kind === 'open')
    return `a new account, ${DAO_KEY_COUNT} keys of weight ${DAO_KEY_WEIGHT}, becomes the DAO`
  return `${describeAccountKeys(plan.account)}, ${plan.kind === 'ready' ? 'is' : 'becomes'} the DAO`
}

/** Weight of each key of the account of the DAO: any two of them can sign. */
const DAO_KEY_WEIGHT = 500

/** Describes an account with the weights of its active keys, such as '0x…, keys of weight 500, 500, 500'. */
function describeAccountKeys({ address, keys }: Account): string {
  const active = keys.filter(({ isRevoked }) => !isRevoked)
  return `${address}, keys of weight ${active.map(({ weight }) => weight).join(', ')}`
}

/** Builds the step that makes an account the DAO, if any. Throws `FatalError` when required keys are missing or wrong. */
export function buildDaoSteps(
  target: DeploymentTarget,
  plan: DaoPlan,
  settings: DaoSettings,
): DeployStep[] {
  if (plan.kind === 'ready') return []
  const isDone = async () => (await readDaoAddress(target)) !== null
  if (plan.kind === 'open') {
    assertDaoKeys(settings)
    const prepare = async () =>
      openDao({ publicKeys: await prepareDaoPublicKeys(settings), amount: DAO_FLOW_UNITS })
    return [{ label: 'Open the account of the DAO', prepare, authorizers: target.signers, isDone }]
  }
  const privateKeysHex = settings.keyFiles.map(readKeyFile)
  const signers = chooseSigners(plan.account, { privateKeysHex, source: 'DHARMA_DAO_KEY_FILES' })
  const authorizers = [...target.signers, ...signers]
  return [{ label: 'Hand over to the DAO', prepare: handOverDao, authorizers, isDone }]
}

/** Throws `FatalError` unless the number of different keys is what the DAO needs, and the existing files have keys. */
export function assertDaoKeys({ publicKeysHex, keyFiles }: DaoSettings): void {
  if (publicKeysHex !== null) requireDistinctKeys(publicKeysHex, 'DHARMA_DAO_PUBLIC_KEYS')
  else requireDistinctKeys(keyFiles, 'DHARMA_DAO_KEY_FILES').filter(existsSync).map(derivePublicKey)
}

/** Returns the public keys for a new DAO account. Creates missing key files with a new private key and mode 600. */
export async function prepareDaoPublicKeys(settings: DaoSettings): Promise<readonly string[]> {
  const { publicKeysHex, keyFiles } = settings
  if (publicKeysHex !== null) return publicKeysHex
  for (const file of keyFiles) if (!existsSync(file)) await createKeyFile(file)
  return requireDistinctKeys(keyFiles.map(derivePublicKey), 'DHARMA_DAO_KEY_FILES')
}

function requireDistinctKeys(keys: readonly string[], variable: string): readonly string[] {
  const count = new Set(keys).size
  if (count === DAO_KEY_COUNT && keys.length === DAO_KEY_COUNT) return keys
  throw new FatalError(
    `The DAO needs ${DAO_KEY_COUNT} different keys, of which two sign: ${variable} has ${count}.`,
  )
}

async function createKeyFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' })
}

function derivePublicKey(file: string): string {
  const privateKeyHex = readKeyFile(file)
  try {
    // Any address will do: only the public key of the signer is used.
    return createSigner({ address: ZERO_ADDRESS, keyIndex: 0, privateKeyHex }).publicKeyHex
  } catch {
    throw new FatalError(`The file ${file} does not contain a private key of 64 hex digits.`)
  }
}

/**
 * Proves that executing a proposal needs two keys: the contract has the DAO's account, none of its keys can sign
 * alone, and others cannot use it without its keys. Returns the findings as lines. Throws `FatalError` otherwise.
 */
export async function proveDao(
  target: DeploymentTarget,
  settings: DaoSettings,
  deployed: ReadonlySet<string>,
): Promise<string[]> {
  const plan = await planDao(target, settings, deployed)
  if (plan.kind !== 'ready') {
    throw new FatalError('DharmaGovernance has no account of the DAO: run deploy again.')
  }
  const { account } = plan
  const capabilities = await readHarmlessCapabilities(target, account.address)
  return [
    `The DAO is ${describeAccountKeys(account)}: at least ${countRequiredKeys(account)} of them sign, and it alone executes proposals`,
    'Its account has no contract, and has issued only these capabilities:',
    ...capabilities.map((one) => `  ${describeCapability(one)}`),
  ]
}

interface IssuedCapability {
  id: bigint
  /** Type identifier, such as '&A.0ae53cb6e3f42a79.FlowToken.Vault'. */
  type: string
  /** Such as '/storage/flowTokenVault'; null for a capability to the account itself. */
  path: string | null
}

/**
 * Returns the capabilities of the DAO's account. Throws `FatalError` with each delegation other than those that every
 * new Flow account has: any other may let its holder execute proposals without the keys of the DAO.
 */
async function readHarmlessCapabilities(
  target: DeploymentTarget,
  address: Address,
): Promise<readonly IssuedCapability[]> {
  const { contracts, capabilities } = (await runScript(target, getDelegations({ address }))) as {
    contracts: readonly string[]
    capabilities: readonly IssuedCapability[]
  }
  const unknown = [
    ...contracts.map((name) => `contract ${name}`),
    ...capabilities.filter((one) => !isHarmless(target, one)).map(describeCapability),
  ]
  if (unknown.length === 0) return capabilities
  throw new FatalError(
    `The DAO's account ${address} can be used without its keys, by ${unknown.join('; ')}: delete the controllers of these capabilities, remove these contracts, or make another account the DAO.`,
  )
}

const describeCapability = ({ id, type, path }: IssuedCapability): string =>
  `capability ${id}, ${type} ${path === null ? 'of the account itself' : `at ${path}`}`

/** Returns whether the capability only receives FLOW or reads the balance; it cannot withdraw. */
function isHarmless({ network }: DeploymentTarget, { type, path }: IssuedCapability): boolean {
  const toType = (contract: string, name: string) =>
    `A.${getContractAddress(contract, network).slice(2)}.${contract}.${name}`
  const types = [
    `&${toType('FlowToken', 'Vault')}`,
    `&{${toType('FungibleToken', 'Receiver')}}`,
    `&{${toType('FungibleToken', 'Balance')}}`,
  ]
  return path === '/storage/flowTokenVault' && types.includes(type)
}
