import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { Address } from '@app/values/address.ts'

/** Who signs: an address by the key that everybody here holds, a signer by a key of its own. */
export type RequestSigner = Address | Signer

/**
 * A transaction somebody means to make: the first signer proposes and pays, all authorize in order.
 * Signers with the same address are keys of one account, which sign together.
 */
export interface TransactionRequest {
  call: CadenceCall
  signers: readonly [RequestSigner, ...RequestSigner[]]
}
