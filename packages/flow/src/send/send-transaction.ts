import type { CadenceArg } from '../decode/cadence-arg.ts'
import { NodeNotFoundError } from '../errors.ts'
import type { NodeClient } from '../http/node-client.ts'
import type { Signer } from '../keys/create-signer.ts'
import type { FlowReader } from '../read/create-flow-reader.ts'
import { postTransaction } from './post-transaction.ts'
import { signTransaction } from './sign-transaction.ts'
import { buildTransaction } from './transaction.ts'

export interface ChainAccess {
  node: NodeClient
  reader: Pick<FlowReader, 'getLatestBlock' | 'getAccount'>
}

export interface SendRequest {
  cadence: string
  args: readonly CadenceArg[]
  proposer: Signer
  /** The proposer by default. */
  payer?: Signer
  /** The proposer alone by default; several signers may be keys of one account. */
  authorizers?: readonly Signer[]
  /** Next number of the proposer's key; read from the chain by default. */
  sequenceNumber?: number
  computeLimit?: number
}

/**
 * Builds, signs and sends a transaction that refers to the latest block, and returns its id without
 * waiting for the seal.
 */
export async function sendTransaction(chain: ChainAccess, request: SendRequest): Promise<string> {
  const { proposer, payer = proposer, authorizers = [proposer], sequenceNumber, ...rest } = request
  const { address, keyIndex } = proposer
  const block = await chain.reader.getLatestBlock()
  const transaction = buildTransaction({
    ...rest,
    referenceBlockId: block.id,
    proposalKey: {
      address,
      keyIndex,
      sequenceNumber: sequenceNumber ?? (await readNextSequenceNumber(chain.reader, proposer)),
    },
    payer: payer.address,
    authorizers: [...new Set(authorizers.map((signer) => signer.address))],
  })
  const signers = new Set([proposer, ...authorizers, payer])
  return await postTransaction(chain.node, signTransaction(transaction, [...signers]))
}

/**
 * Reads the sequence number for the next transaction that this key proposes. Throws
 * `NodeNotFoundError` when the account has no such key.
 */
export async function readNextSequenceNumber(
  reader: Pick<FlowReader, 'getAccount'>,
  { address, keyIndex }: Pick<Signer, 'address' | 'keyIndex'>,
): Promise<number> {
  const account = await reader.getAccount(address)
  const key = account?.keys.find(({ index }) => index === keyIndex)
  if (key === undefined) throw new NodeNotFoundError(`${address} has no key ${keyIndex}.`)
  return key.sequenceNumber
}
