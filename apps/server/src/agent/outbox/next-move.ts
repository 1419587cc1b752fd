import type { CadenceError } from '@app/flow/decode/cadence-error.ts'
import type { TransactionStatus } from '@app/flow/read/chain.ts'
import { mayRunAgain } from './never-ran.ts'

/** What is kept of a signed transaction that may still run. */
export interface LiveTransaction {
  sequenceNumber: number
  referenceHeight: number
  /** Times that it was about to go to a node. */
  tries: number
  /** Height of the chain at the last try. */
  triedHeight: number | null
  /** A node took it, or refused it after a try whose end is not known. */
  isAnswered: boolean
  /** Its action is marked as sent. */
  isSent: boolean
}

/** What the chain tells of a transaction, all at once. */
export interface Sight {
  /** The last sealed block. */
  tipHeight: number
  /** `unsent`: it never went to a node, so nobody was asked. */
  status: TransactionStatus | 'unsent'
  error: CadenceError | null
  /** Sequence number of its key at `tipHeight`; read only when `isPastExpiry`. */
  keySequence: number | null
}

export type Move =
  | { kind: 'wait' }
  /** Sends the transaction as it was signed, for the first time or again. */
  | { kind: 'post' }
  /** Notes that a node has it. */
  | { kind: 'acknowledge' }
  | { kind: 'seal' }
  /** It ran, and failed. */
  | { kind: 'revert'; problem: string }
  /** It never ran and never will; `isCurable`: another one in its place may. */
  | { kind: 'drop'; problem: string; isCurable: boolean }

/** Blocks after its reference block in which a transaction can run. Source: flow-go `DefaultTransactionExpiry`. */
export const EXPIRY_BLOCKS = 600

/** A node that took a transaction and says that it does not know it gets it again after these blocks: 5 s of testnet. */
const RESEND_AFTER_BLOCKS = 10

/** How long a transaction that must have run is looked for. */
const SEARCH_BLOCKS = 600

const WAIT: Move = { kind: 'wait' }

/**
 * What to do about a live transaction. Another one is only ever signed in its place after a `drop`, so
 * when this one is known never to have run: the chain said so, or it has expired with the sequence
 * number of its key unused.
 */
export function nextMove(transaction: LiveTransaction, sight: Sight): Move {
  switch (sight.status) {
    case 'sealed':
      return moveAfterSeal(sight.error)
    case 'executed':
    case 'finalized':
      return acknowledged(transaction)
    case 'pending':
      return isPastExpiry(transaction, sight.tipHeight)
        ? moveAfterExpiry(transaction, sight)
        : acknowledged(transaction)
    case 'expired':
    case 'unknown':
    case 'unsent':
      return isPastExpiry(transaction, sight.tipHeight)
        ? moveAfterExpiry(transaction, sight)
        : moveWhileMissing(transaction, sight)
  }
}

/** Whether no block above `tipHeight` can hold the transaction. */
export function isPastExpiry(
  { referenceHeight }: Pick<LiveTransaction, 'referenceHeight'>,
  tipHeight: number,
): boolean {
  return tipHeight > referenceHeight + EXPIRY_BLOCKS
}

function moveAfterSeal(error: CadenceError | null): Move {
  if (error === null) return { kind: 'seal' }
  const again = mayRunAgain(error)
  if (again === 'ran') return { kind: 'revert', problem: error.message }
  return { kind: 'drop', problem: error.message, isCurable: again === 'curable' }
}

function acknowledged({ isSent }: LiveTransaction): Move {
  return isSent ? WAIT : { kind: 'acknowledge' }
}

/** A node that says 'expired' before our tip is past the expiry sees further than we do. */
function moveWhileMissing(transaction: LiveTransaction, { status, tipHeight }: Sight): Move {
  if (status === 'expired') return WAIT
  const { tries, isAnswered, triedHeight } = transaction
  if (tries === 0 || !isAnswered) return { kind: 'post' }
  return tipHeight >= (triedHeight ?? 0) + RESEND_AFTER_BLOCKS ? { kind: 'post' } : WAIT
}

function moveAfterExpiry(transaction: LiveTransaction, sight: Sight): Move {
  const { sequenceNumber, tries, referenceHeight } = transaction
  const hasUsedKey = sight.keySequence !== null && sight.keySequence > sequenceNumber
  if (tries > 0 && (sight.keySequence === null || hasUsedKey)) {
    const isLongAgo = sight.tipHeight > referenceHeight + EXPIRY_BLOCKS + SEARCH_BLOCKS
    return isLongAgo && hasUsedKey ? { kind: 'revert', problem: LOST_SIGHT } : WAIT
  }
  return { kind: 'drop', problem: EXPIRED, isCurable: true }
}

const EXPIRED = 'The transaction expired before the chain ran it.'

const LOST_SIGHT =
  'The chain used the transaction, but the node cannot tell how it ended: look it up in an explorer.'
