import { randomBytes } from 'node:crypto'
import * as transactions from '@app/contracts/calls.ts'
import type { CadenceCall } from '@app/contracts/resolve-imports.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
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

/** Its private keys are by key index; each has half of the required weight. */
export interface DaoAccount {
  address: Address
  privateKeysHex: readonly string[]
}

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
 * Opens the accounts of the agent and of the DAO with their private keys and assigns their roles, in two manually
 * committed blocks.
 */
export async function assignRoles(
  chainHandle: ChainHandle,
  { agentKey, daoKeys }: RoleKeys,
): Promise<RoleAccounts> {
  const { address: contracts } = chainHandle.chain.service
  const derivePublicKey = (privateKeyHex: string) =>
    createSigner({ address: contracts, keyIndex: 0, privateKeyHex }).publicKeyHex
  const sign = (...calls: CadenceCall[]) =>
    calls.map((call): TransactionRequest => ({ call, signers: [contracts] }))
  const opened = await submitInOneBlock(
    chainHandle,
    sign(
      transactions.openSender({
        publicKey: derivePublicKey(agentKey),
        keyCount: AGENT_KEY_COUNT,
        amount: INITIAL_FLOW,
      }),
      transactions.openDao({ publicKeys: daoKeys.map(derivePublicKey), amount: INITIAL_FLOW }),
    ),
  )
  const [address, dao] = opened.flatMap(listCreatedAccounts)
  if (address === undefined || dao === undefined)
    throw new FatalError('The account of the agent or of the DAO was not created.')
  const agent = { address, privateKeyHex: agentKey }
  const agentSigner = createSigner({ ...agent, keyIndex: 0 })
  const claims = [
    transactions.claimPublisher({ provider: contracts }),
    transactions.claimFlagger({ provider: contracts }),
    transactions.claimWatcher({ provider: contracts }),
  ]
  await submitInOneBlock(chainHandle, [
    ...sign(
      transactions.appointPublisher({ publisher: address }),
      transactions.appointFlagger({ flagger: address }),
      transactions.appointWatcher({ watcher: address }),
      transactions.fundRechecks({ amount: RECHECK_FUND }),
    ),
    ...claims.map((call): TransactionRequest => ({ call, signers: [agentSigner] })),
  ])
  return { agent, dao: { address: dao, privateKeysHex: daoKeys } }
}

export function createRoleKeys(): RoleKeys {
  const createPrivateKey = () => randomBytes(32).toString('hex')
  return {
    agentKey: createPrivateKey(),
    daoKeys: Array.from({ length: DAO_KEY_COUNT }, createPrivateKey),
  }
}
