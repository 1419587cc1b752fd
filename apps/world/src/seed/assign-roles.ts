import { randomBytes } from 'node:crypto'
import * as transactions from '@app/contracts/calls.ts'
import { createSigner, type Signer } from '@app/flow/keys/create-signer.ts'
import type { AgentAccount } from '@app/server/config.ts'
import type { Address } from '@app/values/address.ts'
import { parseUfix64 } from '@app/values/amount.ts'
import { FatalError } from '@app/values/errors.ts'
import { DAO_KEY_COUNT } from '@app/values/limits.ts'
import {
  type ChainHandle,
  listCreatedAccounts,
  submitInOneBlock,
  type TransactionRequest,
} from '../create-chain.ts'

/**
 * The account of the DAO and its private keys, by key index; each has half of the required weight.
 */
export interface DaoAccount {
  address: Address
  privateKeysHex: readonly string[]
}

/** The accounts with the roles of the contracts. */
export interface RoleAccounts {
  agent: AgentAccount
  dao: DaoAccount
}

/** ECDSA_P256 private keys in hex of the accounts with roles. */
export interface RoleKeys {
  agentKey: string
  daoKeys: readonly string[]
}

/** Number of keys of the agent, and so of the transactions it can have pending at once. */
const AGENT_KEY_COUNT = 8

/** Initial FLOW for fees; a transaction costs less than a thousandth of it. */
const INITIAL_FLOW = parseUfix64('100.0')

/** Pays for rechecks: each run costs less than a thousandth of it. */
const RECHECK_FUND = parseUfix64('100.0')

/**
 * Opens the accounts of the agent and of the DAO with their private keys and assigns their roles, in two manually committed blocks.
 */
export async function assignRoles(chainHandle: ChainHandle, keys: RoleKeys): Promise<RoleAccounts> {
  const roles = await openRoleAccounts(chainHandle, keys)
  await submitInOneBlock(chainHandle, buildAppointments(chainHandle.chain.service, roles))
  return roles
}

async function openRoleAccounts(
  chainHandle: ChainHandle,
  { agentKey, daoKeys }: RoleKeys,
): Promise<RoleAccounts> {
  const { address } = chainHandle.chain.service
  const derivePublicKey = (privateKeyHex: string) =>
    createSigner({ address, keyIndex: 0, privateKeyHex }).publicKeyHex
  const calls = [
    transactions.openSender({
      publicKey: derivePublicKey(agentKey),
      keyCount: AGENT_KEY_COUNT,
      amount: INITIAL_FLOW,
    }),
    transactions.openDao({ publicKeys: daoKeys.map(derivePublicKey), amount: INITIAL_FLOW }),
  ]
  const requests = calls.map((call): TransactionRequest => ({ call, signers: [address] }))
  const [agent, dao] = (await submitInOneBlock(chainHandle, requests)).flatMap(listCreatedAccounts)
  if (agent === undefined || dao === undefined)
    throw new FatalError('The account of the agent or of the DAO was not created.')
  return {
    agent: { address: agent, privateKeyHex: agentKey },
    dao: { address: dao, privateKeysHex: daoKeys },
  }
}

/** Creates new private keys. */
export function createRoleKeys(): RoleKeys {
  const createPrivateKey = () => randomBytes(32).toString('hex')
  return {
    agentKey: createPrivateKey(),
    daoKeys: Array.from({ length: DAO_KEY_COUNT }, createPrivateKey),
  }
}

function buildAppointments(
  { address: contracts }: Signer,
  { agent }: RoleAccounts,
): TransactionRequest[] {
  const agentSigner = createSigner({ ...agent, keyIndex: 0 })
  const byContracts = [
    transactions.appointPublisher({ publisher: agent.address }),
    transactions.appointFlagger({ flagger: agent.address }),
    transactions.appointWatcher({ watcher: agent.address }),
    transactions.fundRechecks({ amount: RECHECK_FUND }),
  ]
  const byAgent = [
    transactions.claimPublisher({ provider: contracts }),
    transactions.claimFlagger({ provider: contracts }),
    transactions.claimWatcher({ provider: contracts }),
  ]
  return [
    ...byContracts.map((call): TransactionRequest => ({ call, signers: [contracts] })),
    ...byAgent.map((call): TransactionRequest => ({ call, signers: [agentSigner] })),
  ]
}
