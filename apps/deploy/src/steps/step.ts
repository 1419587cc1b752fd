import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'

/** One change of the chain. It is idempotent: it takes effect at most once. */
export interface Step {
  /** What it does, such as 'Add DharmaScore'. */
  label: string
  call: CadenceCall
  /** Signers of each authorizing account, in the order of `prepare`. */
  authorizers: readonly Signer[]
  /** Returns whether the chain shows it as done. */
  isDone(): Promise<boolean>
  /** Throws `FatalError` when the chain would reject it. Called just before it is sent. */
  preflight?(): Promise<void>
}
