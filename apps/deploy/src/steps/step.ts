import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'

/** One change of the chain, which is made at most once however often it is tried. */
export interface Step {
  /** What it does, as 'Add DharmaScore'. */
  label: string
  call: CadenceCall
  /** Of each account that authorizes it, in the order of `prepare`. */
  authorizers: readonly Signer[]
  /** Whether the chain shows it done. */
  isDone(): Promise<boolean>
  /** Throws `FatalError` when the chain would refuse it; asked just before it is sent. */
  preflight?(): Promise<void>
}
