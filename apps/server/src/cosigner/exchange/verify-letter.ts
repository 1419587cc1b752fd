import { verifySignature } from '@app/flow/keys/verify-signature.ts'
import type { AccountKey } from '@app/flow/read/chain.ts'
import { EXPIRY_BLOCKS, type TransactionSignature } from '@app/flow/send/transaction.ts'
import type { ParsedLetter } from '../mailbox/parse-letter.ts'
import {
  type Attempt,
  type AttemptChain,
  buildAttemptTransaction,
  buildSignedMessage,
  toPayloadHex,
} from './attempt.ts'

/** What a signer's own node says about the chain, all at the height of `tip`. */
export interface ChainFacts extends AttemptChain {
  tip: { height: number; id: string; timeMs: number }
  /** Keys of the DAO that are not revoked. */
  keys: readonly AccountKey[]
  /** Ids of earlier blocks by height, as far as they were asked for. */
  blockIds: ReadonlyMap<number, string>
}

/** A letter with a signature of a key of the DAO, over the transaction that we build ourselves. */
export interface VerifiedLetter {
  writer: string
  attempt: Attempt
  signature: TransactionSignature
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
  letter: ParsedLetter,
): VerifiedLetter | { problem: string } {
  const { writer, proposalId, referenceBlockId, referenceHeight } = letter
  const { proposalKeyIndex, sequenceNumber, keyIndex, signature } = letter
  const proposalKey = findKey(facts, proposalKeyIndex)
  const key = findKey(facts, keyIndex)
  if (proposalKey === undefined || key === undefined) {
    return {
      problem: `the DAO has no key ${proposalKey === undefined ? proposalKeyIndex : keyIndex}`,
    }
  }
  const attempt = {
    proposalId,
    referenceBlockId,
    referenceHeight,
    proposalKeyIndex,
    sequenceNumber,
  }
  const transaction = buildAttemptTransaction(facts, attempt)
  if (toPayloadHex(transaction) !== letter.payload) {
    return { problem: `its payload is not the execution of proposal ${proposalId}` }
  }
  if (!verifySignature(key, buildSignedMessage(transaction), signature)) {
    return { problem: `its signature is not by key ${keyIndex} of the DAO` }
  }
  const state = findState(facts, attempt, proposalKey)
  if (state === 'other block') {
    return { problem: `our node has another block at height ${referenceHeight}` }
  }
  return {
    writer,
    attempt,
    signature: { address: facts.dao, keyIndex, signatureHex: signature },
    state,
  }
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
