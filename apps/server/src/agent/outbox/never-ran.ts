import type { CadenceError } from '@app/flow/decode/cadence-error.ts'

/** Errors by which the chain refuses a transaction before it runs. Source: flow-go `fvm/errors/codes.go`. */
const FIRST_CHECK = 1000
const LAST_CHECK = 1049

/** Invalid reference block, expired, wrong sequence number: a transaction signed anew has others. */
const CURABLE: ReadonlySet<number> = new Set([1002, 1003, 1007])

/** Whether a failed transaction ran at all, and if not, whether one signed anew may. */
export function mayRunAgain({ code }: Pick<CadenceError, 'code'>): 'ran' | 'curable' | 'hopeless' {
  if (code === null || code < FIRST_CHECK || code > LAST_CHECK) return 'ran'
  return CURABLE.has(code) ? 'curable' : 'hopeless'
}

/** Of the reasons for which a node takes no transaction, those that a fresh reference block cures. */
export const isCuredByFreshBlock = (message: string): boolean =>
  /reference block|expired/i.test(message)
