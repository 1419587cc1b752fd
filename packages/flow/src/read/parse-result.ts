import { cadenceError } from '../decode/cadence-error.ts'
import { recordOf, textOf } from '../decode/json-shape.ts'
import { NodeAnswerError } from '../errors.ts'
import type { TransactionResult, TransactionStatus } from './chain.ts'
import { parseEvents } from './parse-answers.ts'

const STATUSES: readonly TransactionStatus[] = [
  'unknown',
  'pending',
  'finalized',
  'executed',
  'sealed',
  'expired',
]

export function parseResult(txId: string, answer: unknown): TransactionResult {
  const result = recordOf(answer, 'a transaction result')
  const message = textOf(result.error_message ?? '', 'an error message')
  const blockId = textOf(result.block_id ?? '', 'a block id')
  return {
    txId,
    status: parseStatus(textOf(result.status ?? '', 'a transaction status')),
    error: message === '' ? null : cadenceError(message),
    blockId: blockId === '' ? null : blockId,
    events: parseEvents(result.events),
  }
}

/** The result of a transaction that the node has not heard of. */
export function unknownResult(txId: string): TransactionResult {
  return { txId, status: 'unknown', error: null, blockId: null, events: [] }
}

function parseStatus(text: string): TransactionStatus {
  if (text === '') return 'unknown'
  const status = STATUSES.find((known) => known === text.toLowerCase())
  if (status === undefined) throw new NodeAnswerError(`'${text}' is not a transaction status.`)
  return status
}
