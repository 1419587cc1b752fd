import type { CadenceError } from '@app/flow/decode/parse-cadence-error.ts'

/** Errors by which the chain refuses a transaction before it runs. Source: flow-go `fvm/errors/codes.go`. */
const FIRST_VALIDATION_ERROR = 1000
const LAST_VALIDATION_ERROR = 1049

/** Invalid reference block, expired, wrong sequence number: a transaction signed anew has others. */
const RETRYABLE_CODES: ReadonlySet<number> = new Set([1002, 1003, 1007])

/** Whether a failed transaction ran at all, and if not, whether one signed anew may. */
export function classifyFailure({
  code,
}: Pick<CadenceError, 'code'>): 'executed' | 'retryable' | 'permanent' {
  if (code === null || code < FIRST_VALIDATION_ERROR || code > LAST_VALIDATION_ERROR)
    return 'executed'
  return RETRYABLE_CODES.has(code) ? 'retryable' : 'permanent'
}

/** Of the reasons for which a node takes no transaction, those that a fresh reference block cures. */
export const isFixedByNewReferenceBlock = (message: string): boolean =>
  /reference block|expired/i.test(message)
