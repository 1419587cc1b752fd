import { createKeySigner, type Signer } from '@app/flow/keys/create-signer.ts'
import { FULL_WEIGHT } from '@app/flow/proof/verify-signatures.ts'
import type { Account } from '@app/flow/read/chain.ts'
import { FatalError } from '@app/values/errors.ts'
import type { AgentAccount } from '../../config.ts'
import { openSendingNode, type SendingNode } from '../../flow-access/open-sending-node.ts'
import type { Context } from '../../runtime/context.ts'
import type { LeasedTables } from './write-transaction.ts'

export interface Outbox extends SendingNode {
  context: Pick<Context, 'config' | 'rules' | 'pool' | 'db' | 'log'>
  account: AgentAccount
  isOrdered: boolean
}

/** During a step, with what its writes need. */
export interface LeasedOutbox extends Outbox {
  tables: LeasedTables
}

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

type TransactionSigners = [TransactionSigner, ...TransactionSigner[]]

/**
 * Creates a signer for every full-weight key of the account that belongs to this private key.
 * Throws `FatalError`, without the private key in its message, when there is none.
 */
export function createTransactionSigners(
  agent: AgentAccount,
  account: Account,
): TransactionSigners {
  const [first, ...others] = account.keys
    .filter(({ isRevoked, weight }) => !isRevoked && weight >= FULL_WEIGHT)
    .flatMap((key) => {
      const signer = createKeySigner(agent, key)
      return signer === null ? [] : [{ signer, sequenceNumber: key.sequenceNumber }]
    })
  if (first !== undefined) return [first, ...others]
  throw new FatalError(
    `The agent's private key matches no key of weight ${FULL_WEIGHT} of the account ${agent.address}: correct DHARMA_AGENT_KEY or DHARMA_AGENT_ADDRESS.`,
  )
}

/**
 * Reads the agent's account and returns a signer for each key that its private key can sign with.
 * Throws `FatalError` when the account does not exist or the private key matches no key.
 */
export async function readSigners({ account, flow }: Outbox): Promise<TransactionSigners> {
  const onChain = await flow.getAccount(account.address)
  if (onChain !== null) return createTransactionSigners(account, onChain)
  throw new FatalError(
    `The agent's account ${account.address} does not exist on this network: correct DHARMA_AGENT_ADDRESS.`,
  )
}
