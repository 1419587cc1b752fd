import { RetryableError } from '@app/values/errors.ts'
import { systemClock } from '../http/clock.ts'
import type { TransactionResult } from '../read/chain.ts'
import type { FlowReader } from '../read/create-flow-reader.ts'

const FIRST_POLL_MS = 50
const MAX_POLL_MS = 1_000
const TIMEOUT_MS = 60_000

/** The transaction was not sealed before the timeout; it may be sealed later. */
export class SealTimeoutError extends RetryableError {
  override name = 'SealTimeoutError'
}

export interface SealOptions {
  timeoutMs?: number
  signal?: AbortSignal
}

/**
 * Returns the result of a transaction once it is sealed or expired; `error` has the reason when it
 * failed. Throws `SealTimeoutError` after `timeoutMs` (60 s by default), and the signal's reason
 * when it is aborted.
 */
export async function waitForSeal(
  reader: Pick<FlowReader, 'getTransactionResult'>,
  txId: string,
  { timeoutMs = TIMEOUT_MS, signal }: SealOptions = {},
): Promise<TransactionResult> {
  const deadlineMs = performance.now() + timeoutMs
  for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(MAX_POLL_MS, pollMs * 1.5)) {
    signal?.throwIfAborted()
    const result = await reader.getTransactionResult(txId)
    if (result.status === 'sealed' || result.status === 'expired') return result
    const leftMs = deadlineMs - performance.now()
    if (leftMs <= 0) throw createTimeoutError(result, timeoutMs)
    await systemClock.sleep(Math.min(pollMs, leftMs), signal)
  }
}

function createTimeoutError(
  { txId, status }: TransactionResult,
  timeoutMs: number,
): SealTimeoutError {
  const seconds = timeoutMs / 1000
  return new SealTimeoutError(`Transaction ${txId} is ${status}, not sealed, after ${seconds} s.`)
}
