import type { CadenceCall } from '@app/contracts/cadence-call.ts'
import type { Signer } from '@app/flow/keys/create-signer.ts'
import type { Address } from '@app/values/address.ts'

/** A signer of a request: an address signs with the service key, a `Signer` with its own key. */
export type RequestSigner = Address | Signer

/**
 * A transaction to submit: the first signer proposes and pays, all authorize in order. Signers with
 * the same address are keys of one account, which sign together.
 */
export interface TransactionRequest {
  call: CadenceCall
  signers: readonly [RequestSigner, ...RequestSigner[]]
}
