import type { CadenceError } from './parse-cadence-error.ts'

/** Why a transaction failed, as far as the next step depends on it. */
export type TransactionFailure =
  /** It ran and failed: its sequence number is used. */
  | { kind: 'executed' }
  /** It did not run; one with this renewed may. */
  | { kind: 'outdated'; what: 'referenceBlock' | 'sequenceNumber' }
  /** It did not run, and would be rejected again. */
  | { kind: 'invalid' }

/** Why a node rejected a transaction when it was sent. */
export type TransactionRefusal = 'duplicate' | 'outdated' | 'invalid'

/** The chain rejects a transaction with one of these codes before it runs. Source: flow-go `fvm/errors/codes.go`. */
const FIRST_VALIDATION_CODE = 1000
const LAST_VALIDATION_CODE = 1049

const INVALID_REFERENCE_BLOCK = 1002
const EXPIRED = 1003
const INVALID_SEQUENCE_NUMBER = 1007
const OPERATION_NOT_SUPPORTED = 1057

/** Returns what the error of a sealed transaction means. */
export function classifyTransactionFailure({
  code,
}: Pick<CadenceError, 'code'>): TransactionFailure {
  switch (code) {
    case INVALID_REFERENCE_BLOCK:
    case EXPIRED:
      return { kind: 'outdated', what: 'referenceBlock' }
    case INVALID_SEQUENCE_NUMBER:
      return { kind: 'outdated', what: 'sequenceNumber' }
    default:
      return { kind: isValidationCode(code) ? 'invalid' : 'executed' }
  }
}

function isValidationCode(code: number | null): boolean {
  return code !== null && code >= FIRST_VALIDATION_CODE && code <= LAST_VALIDATION_CODE
}

/** Returns what the text means with which a node rejects a transaction; nodes give no code there. */
export function classifyTransactionRefusal(text: string): TransactionRefusal {
  if (text.includes('already been submitted')) return 'duplicate'
  return /reference block|expired/i.test(text) ? 'outdated' : 'invalid'
}

/** Whether a script failed because it tried to change the state, which only transactions can. */
export function isWriteInScript(text: string): boolean {
  return text.includes(`[Error Code: ${OPERATION_NOT_SUPPORTED}]`)
}
