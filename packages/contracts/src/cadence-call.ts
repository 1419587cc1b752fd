import type { CadenceArg } from '@app/flow/decode/cadence-arg.ts'

/** A transaction or script with its arguments; `resolveImports` makes its Cadence ready for a network. */
export interface CadenceCall {
  /** Path of the source without its ending, such as 'tokens/send_tokens'. */
  name: string
  cadence: string
  args: CadenceArg[]
}
