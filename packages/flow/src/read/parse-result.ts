import { parseCadenceError } from '../decode/parse-cadence-error.ts'
import { parseObject, parseString } from '../decode/parse-json-values.ts'
import { NodeInvalidResponseError } from '../errors.ts'
import type { TransactionResult, TransactionStatus } from './chain.ts'
import { parseEvents } from './parse-responses.ts'

const STATUSES: readonly TransactionStatus[] = [
  'unknown',
  'pending',
  'finalized',
  'executed',
  'sealed',
  'expired',
]

export function parseTransactionResult(txId: string, answer: unknown): TransactionResult {
  const result = parseObject(answer, 'a transaction result')
  const message = parseString(result.error_message ?? '', 'an error message')
  const blockId = parseString(result.block_id ?? '', 'a block id')
  return {
    txId,
    status: parseStatus(parseString(result.status ?? '', 'a transaction status')),
    error: message === '' ? null : parseCadenceError(message),
    blockId: blockId === '' ? null : blockId,
    events: parseEvents(result.events),
  }
}

/** Builds the result of a transaction that the node does not have. */
export function buildUnknownResult(txId: string): TransactionResult {
  return { txId, status: 'unknown', error: null, blockId: null, events: [] }
}

function parseStatus(text: string): TransactionStatus {
  if (text === '') return 'unknown'
  const status = STATUSES.find((candidate) => candidate === text.toLowerCase())
  if (status === undefined)
    throw new NodeInvalidResponseError(`'${text}' is not a transaction status.`)
  return status
}
