import { type EvmAddress, toEvmAddress } from '@app/values/evm-address.ts'
import * as Address from 'ox/Address'
import * as Bytes from 'ox/Bytes'
import type * as Hex from 'ox/Hex'
import * as Secp256k1 from 'ox/Secp256k1'
import * as TxEnvelope from 'ox/TxEnvelope'

/** Somebody with a key in the EVM. */
export interface EvmSigner {
  address: EvmAddress
  /** Returns the signed transaction as it is sent. */
  sign(transaction: TxEnvelope.TxEnvelope): Uint8Array
}

/** Creates a signer with a private key of secp256k1, 32 bytes in hex. */
export function createEvmSigner(privateKey: Hex.Hex): EvmSigner {
  return {
    address: toEvmAddress(Address.fromPublicKey(Secp256k1.getPublicKey({ privateKey }))),
    sign: (transaction) => {
      const payload = TxEnvelope.getSignPayload(transaction)
      const signature = Secp256k1.sign({ payload, privateKey })
      return Bytes.fromHex(TxEnvelope.serialize(transaction, { signature }))
    },
  }
}
