import type { Signer } from '@app/flow/keys/create-signer.ts'
import { FULL_WEIGHT } from '@app/flow/proof/verify-signatures.ts'
import { computeTransactionId, signTransaction } from '@app/flow/send/sign-transaction.ts'
import type { Transaction, TransactionSignature } from '@app/flow/send/transaction.ts'
import type { AttemptLetter } from '../mailbox/parse-letter.ts'
import type { Letter } from '../mailbox/write-letters.ts'
import {
  type Attempt,
  buildAttemptTransaction,
  type ChainFacts,
  isSameAttempt,
  toPayloadHex,
  type VerifiedLetter,
  verifyLetter,
} from './verify-letter.ts'

/** What a signer does about one proposal. */
interface ExchangePlan {
  /** Body of the own letter, when it has to be written. */
  write: AttemptLetter | null
  /** The transaction with enough signatures, when there are. */
  complete: Transaction | null
}

interface ExchangeInputs {
  /** A proposal that this signer has judged to be executed. */
  proposalId: number
  signer: Signer
  /** Whether this signer may start an attempt with its key, which can carry one at a time. */
  canOpen: boolean
}

/**
 * Decides on the letters about one proposal: joins the live attempt, or opens one when there is
 * none. Of several live ones (which the lock prevents, and a tampered mailbox does not) every
 * signer takes the same. Pure, so that it can run while the mailbox is locked.
 */
export function planExchange(
  facts: ChainFacts,
  { proposalId, signer, canOpen }: ExchangeInputs,
  letters: readonly Letter[],
): ExchangePlan {
  const live = verifyLetters(facts, letters).filter(
    ({ attempt, state }) => state === 'live' && attempt.proposalId === proposalId,
  )
  const attempt =
    chooseAttempt(live) ?? (canOpen ? buildOwnAttempt(facts, proposalId, signer) : null)
  if (attempt === null) return { write: null, complete: null }
  const signatures = live
    .filter((letter) => isSameAttempt(letter.attempt, attempt))
    .map(({ signature }) => signature)
  const complete = buildComplete(facts, attempt, signatures)
  const isSigned = signatures.some(({ keyIndex }) => keyIndex === signer.keyIndex)
  if (complete !== null || isSigned) return { write: null, complete }
  return signAttempt(facts, attempt, { signer, signatures })
}

/** Returns the letters that are what they say; the others are reported elsewhere. */
function verifyLetters(facts: ChainFacts, letters: readonly Letter[]): VerifiedLetter[] {
  return letters.flatMap((letter) => {
    const verified = verifyLetter(facts, letter)
    return 'problem' in verified ? [] : [verified]
  })
}

function chooseAttempt(live: readonly VerifiedLetter[]): Attempt | null {
  const [first] = live
    .map(({ attempt }) => attempt)
    .toSorted(
      (a, b) => a.referenceHeight - b.referenceHeight || a.proposalKeyIndex - b.proposalKeyIndex,
    )
  return first ?? null
}

function buildOwnAttempt(
  { tip, keys }: ChainFacts,
  proposalId: number,
  { keyIndex }: Signer,
): Attempt | null {
  const key = keys.find(({ index }) => index === keyIndex)
  if (key === undefined) return null
  return {
    proposalId,
    referenceBlockId: tip.id,
    referenceHeight: tip.height,
    proposalKeyIndex: keyIndex,
    sequenceNumber: key.sequenceNumber,
  }
}

function signAttempt(
  facts: ChainFacts,
  attempt: Attempt,
  { signer, signatures }: { signer: Signer; signatures: readonly TransactionSignature[] },
): ExchangePlan {
  const transaction = buildAttemptTransaction(facts, attempt)
  const own = signTransaction(transaction, [signer]).envelopeSignatures[0]
  if (own === undefined) return { write: null, complete: null }
  const complete = buildComplete(facts, attempt, [...signatures, own])
  const { proposalId: _, ...fields } = attempt
  const write: AttemptLetter = {
    ...fields,
    payload: toPayloadHex(transaction),
    keyIndex: own.keyIndex,
    signature: own.signatureHex,
    txId: complete === null ? null : computeTransactionId(complete),
  }
  return { write, complete }
}

/**
 * Returns the transaction with the signatures of the lowest keys that are enough, or `null`. Any
 * signer builds the same from the same letters.
 */
function buildComplete(
  facts: ChainFacts,
  attempt: Attempt,
  signatures: readonly TransactionSignature[],
): Transaction | null {
  const byKey = new Map(signatures.map((signature) => [signature.keyIndex, signature]))
  const chosen: TransactionSignature[] = []
  let weight = 0
  for (const signature of [...byKey.values()].toSorted((a, b) => a.keyIndex - b.keyIndex)) {
    chosen.push(signature)
    weight += facts.keys.find(({ index }) => index === signature.keyIndex)?.weight ?? 0
    if (weight >= FULL_WEIGHT) {
      return { ...buildAttemptTransaction(facts, attempt), envelopeSignatures: chosen }
    }
  }
  return null
}
