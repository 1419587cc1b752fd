/** Why a script or a transaction failed, parsed from a node's error text. */
export interface CadenceError {
  /** Code of the first Flow error, such as 1101 for a Cadence error; `null` when the node gives none. */
  code: number | null
  /** The relevant sentence: the message of `panic`, of a condition or of the chain. */
  message: string
  /** The node's full error text. */
  text: string
}

const ERROR_CODE = /\[Error Code: (\d+)\] /
/** The line with Cadence's error message; the lines before it are the call path. */
const CADENCE_ERROR_LINE = /^error: (.+)$/m

/**
 * Extracts code and message from a node's error text, which also has locations and source lines.
 */
export function parseCadenceError(text: string): CadenceError {
  const code = ERROR_CODE.exec(text)?.[1]
  const message = CADENCE_ERROR_LINE.exec(text)?.[1] ?? findInnermostError(text)
  return { code: code === undefined ? null : Number(code), message: message.trim(), text }
}

function findInnermostError(text: string): string {
  const innermost = text.split(ERROR_CODE).at(-1) ?? text
  return innermost.split('\n')[0] ?? text
}

/** The kind of failure of a transaction, as needed to decide the next step. */
type TransactionFailure =
  /** It was executed with an error: its sequence number is used. */
  | { kind: 'executed' }
  /** It was not executed; a transaction with a new reference block or sequence number may be. */
  | { kind: 'outdated'; what: 'referenceBlock' | 'sequenceNumber' }
  /** It was not executed, and would be rejected again. */
  | { kind: 'invalid' }

/** Why a node rejected a transaction when it was sent. */
type TransactionRefusal = 'duplicate' | 'outdated' | 'invalid'

/**
 * First of the error codes with which the chain rejects a transaction before executing it. Source:
 * flow-go `fvm/errors/codes.go`.
 */
const FIRST_VALIDATION_CODE = 1000
const LAST_VALIDATION_CODE = 1049

const INVALID_REFERENCE_BLOCK = 1002
const EXPIRED = 1003
const INVALID_SEQUENCE_NUMBER = 1007
const OPERATION_NOT_SUPPORTED = 1057

/** Classifies the error of a sealed transaction by its code. */
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

/** Classifies the text with which a node rejects a transaction; nodes return no code there. */
export function classifyTransactionRefusal(text: string): TransactionRefusal {
  if (text.includes('already been submitted')) return 'duplicate'
  return /reference block|expired/i.test(text) ? 'outdated' : 'invalid'
}

/**
 * Returns whether a script failed because it tried to change the state, which only transactions
 * can.
 */
export function isWriteInScript(text: string): boolean {
  return text.includes(`[Error Code: ${OPERATION_NOT_SUPPORTED}]`)
}
