import { createKeySigner, type Signer } from '@app/flow/keys/create-signer.ts'
import { FULL_WEIGHT } from '@app/flow/proof/verify-signatures.ts'
import type { Account, AccountKey } from '@app/flow/read/chain.ts'
import { FatalError } from '@app/values/errors.ts'
import type { AgentAccount } from '../../config.ts'
import { openSendingNode, type SendingNode } from '../../flow-access/open-sending-node.ts'
import type { Context } from '../../runtime/context.ts'
import type { Lease, LeasedTables } from './write-transaction.ts'

/** Shared state of the outbox functions. */
export interface Outbox extends SendingNode {
  context: Pick<Context, 'config' | 'rules' | 'pool' | 'db' | 'log'>
  account: AgentAccount
  isOrdered: boolean
}

/** During a step, with the lease that its writes need. */
export interface LeasedOutbox extends Outbox {
  lease: Lease
}

/** Returns what the writes of a step need. */
export const getLeasedTables = ({ context, lease }: LeasedOutbox): LeasedTables => ({
  db: context.db,
  lease,
})

export interface OutboxOptions {
  context: Outbox['context']
  account: AgentAccount
  /** Cancels every call to the node. */
  signal?: AbortSignal
  /** Timeout of one call to the node. */
  nodeTimeoutMs?: number
  /**
   * Sends the transactions of a step one after another, so that the same actions leave the same chain each
   * time; a slow answer delays those behind it.
   */
  isOrdered?: boolean
}

/** Opens an outbox with its own node client. */
export function openOutbox(options: OutboxOptions): Outbox {
  const { context, account, signal, nodeTimeoutMs, isOrdered = false } = options
  const sending = openSendingNode(context.config, { signal, timeoutMs: nodeTimeoutMs })
  return { context, account, isOrdered, ...sending }
}

/** A key that can propose a transaction now, with the sequence number that the chain expects. */
export interface TransactionSigner {
  signer: Signer
  sequenceNumber: number
}

/**
 * Creates a signer for every full-weight key of the account that belongs to this private key.
 * Throws `FatalError`, without the private key in its message, when there is none.
 */
export function createTransactionSigners(
  { address, privateKeyHex }: AgentAccount,
  account: Account,
): TransactionSigner[] {
  const signers = account.keys
    .filter(({ isRevoked, weight }) => !isRevoked && weight >= FULL_WEIGHT)
    .flatMap((key) => createSignerForKey({ address, privateKeyHex }, key))
  if (signers.length > 0) return signers
  throw new FatalError(
    `The agent's private key matches no key of weight ${FULL_WEIGHT} of the account ${address}: correct DHARMA_AGENT_KEY or DHARMA_AGENT_ADDRESS.`,
  )
}

function createSignerForKey(account: AgentAccount, key: AccountKey): TransactionSigner[] {
  const signer = createKeySigner(account, key)
  return signer === null ? [] : [{ signer, sequenceNumber: key.sequenceNumber }]
}

/**
 * Reads the agent's account and returns a signer for each key that its private key can sign with.
 * Throws `FatalError` when the account does not exist or the private key matches no key.
 */
export async function readSigners({ account, flow }: Outbox): Promise<TransactionSigner[]> {
  const onChain = await flow.getAccount(account.address)
  if (onChain !== null) return createTransactionSigners(account, onChain)
  throw new FatalError(
    `The agent's account ${account.address} does not exist on this network: correct DHARMA_AGENT_ADDRESS.`,
  )
}
