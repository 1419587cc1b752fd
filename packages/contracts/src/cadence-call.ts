import type { CadenceArg } from '@app/flow/decode/cadence-arg.ts'

/**
 * A transaction or script with its arguments; `resolveImports` resolves the imports of its Cadence
 * for a network.
 */
export interface CadenceCall {
  /** Path of the source without its extension, such as 'tokens/send_tokens'. */
  name: string
  cadence: string
  args: CadenceArg[]
}
