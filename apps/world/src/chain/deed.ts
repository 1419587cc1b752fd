import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import type { Address } from '@app/values/address.ts'

/** A transaction somebody means to make: the first signer proposes and pays, all authorize in order. */
export interface Deed {
  call: CadenceCall
  signers: readonly [Address, ...Address[]]
}
