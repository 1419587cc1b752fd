import { executeProposal } from '@app/contracts/calls.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { verifySignature } from '@app/flow/proof/verify-signatures.ts'
import type { AccountKey } from '@app/flow/read/chain.ts'
import { encodeEnvelopeMessage, encodePayloadMessage } from '@app/flow/send/sign-transaction.ts'
import {
  buildTransaction,
  EXPIRY_BLOCKS,
  MAX_COMPUTE_LIMIT,
  type Transaction,
  type TransactionSignature,
} from '@app/flow/send/transaction.ts'
import type { Address } from '@app/values/address.ts'
import type { Network } from '@app/values/network.ts'
import { parseLetter } from '../mailbox/parse-letter.ts'
import type { Letter } from '../mailbox/write-letters.ts'

/** What a signer's own node says about the chain, all at the height of `tip`. */
export interface ChainFacts {
  network: Network
  dao: Address
  tip: { height: number; id: string; timeMs: number }
  /** Keys of the DAO that are not revoked. */
  keys: readonly AccountKey[]
  /** Ids of earlier blocks by height, as far as they were asked for. */
  blockIds: ReadonlyMap<number, string>
}

/** A letter with a signature of a key of the DAO, over the transaction that we build ourselves. */
export interface VerifiedLetter {
  attempt: Attempt
  signature: TransactionSignature
  /** Noted by the signer that completed the transaction. */
  txId: string | null
  /**
   * `live`: the chain may still execute it. `used`: its sequence number is used. `expired`: neither,
   * and never. `unknown`: our node does not have its block or its sequence number yet.
   */
  state: 'live' | 'used' | 'expired' | 'unknown'
}

/**
 * Verifies a letter. Nothing in it is believed: the transaction is built from the chain's facts and
 * compared. Returns a sentence about the first thing that is wrong.
 */
export function verifyLetter(
  facts: ChainFacts,
  letter: Letter,
): VerifiedLetter | { problem: string } {
  const parsed = parseLetter(letter)
  if ('problem' in parsed) return parsed
  const { payload, keyIndex, signature: signatureHex, txId, ...attempt } = parsed
  const proposalKey = findKey(facts, attempt.proposalKeyIndex)
  if (proposalKey === undefined) {
    return { problem: `the DAO has no key ${attempt.proposalKeyIndex}` }
  }
  const key = findKey(facts, keyIndex)
  if (key === undefined) return { problem: `the DAO has no key ${keyIndex}` }
  const transaction = buildAttemptTransaction(facts, attempt)
  if (toPayloadHex(transaction) !== payload) {
    return { problem: `its payload is not the execution of proposal ${attempt.proposalId}` }
  }
  // As payer, the DAO signs the envelope.
  if (!verifySignature(key, encodeEnvelopeMessage(transaction), signatureHex)) {
    return { problem: `its signature is not by key ${keyIndex} of the DAO` }
  }
  const state = findState(facts, attempt, proposalKey)
  if (state === 'other block') {
    return { problem: `our node has another block at height ${attempt.referenceHeight}` }
  }
  return { attempt, signature: { address: facts.dao, keyIndex, signatureHex }, txId, state }
}

function findState(
  { tip, blockIds }: ChainFacts,
  { referenceHeight, referenceBlockId, sequenceNumber }: Attempt,
  proposalKey: AccountKey,
): VerifiedLetter['state'] | 'other block' {
  if (sequenceNumber < proposalKey.sequenceNumber) return 'used'
  if (tip.height > referenceHeight + EXPIRY_BLOCKS) return 'expired'
  if (sequenceNumber > proposalKey.sequenceNumber || referenceHeight > tip.height) return 'unknown'
  const ownId = referenceHeight === tip.height ? tip.id : blockIds.get(referenceHeight)
  if (ownId === undefined) return 'unknown'
  return ownId === referenceBlockId ? 'live' : 'other block'
}

const findKey = ({ keys }: ChainFacts, keyIndex: number): AccountKey | undefined =>
  keys.find(({ index }) => index === keyIndex)

/** One transaction that would execute a proposal: all that two attempts can differ in. */
export interface Attempt {
  proposalId: number
  referenceBlockId: string
  referenceHeight: number
  /** Key of the DAO that proposes the transaction, with its next sequence number. */
  proposalKeyIndex: number
  sequenceNumber: number
}

/** Builds the unsigned transaction of an attempt: proposed, authorized and paid by the DAO. */
export function buildAttemptTransaction(
  { network, dao }: Pick<ChainFacts, 'network' | 'dao'>,
  attempt: Attempt,
): Transaction {
  const { cadence, args } = executeProposal({ id: attempt.proposalId })
  return buildTransaction({
    cadence: resolveImports(cadence, network),
    args,
    referenceBlockId: attempt.referenceBlockId,
    proposalKey: {
      address: dao,
      keyIndex: attempt.proposalKeyIndex,
      sequenceNumber: attempt.sequenceNumber,
    },
    payer: dao,
    authorizers: [dao],
    computeLimit: MAX_COMPUTE_LIMIT,
  })
}

/** Returns the payload in hex, by which two signers see whether they mean the same transaction. */
export const toPayloadHex = (transaction: Transaction): string =>
  Buffer.from(encodePayloadMessage(transaction)).toString('hex')

export const isSameAttempt = (one: Attempt, other: Attempt): boolean =>
  one.proposalId === other.proposalId &&
  one.referenceBlockId === other.referenceBlockId &&
  one.proposalKeyIndex === other.proposalKeyIndex &&
  one.sequenceNumber === other.sequenceNumber
