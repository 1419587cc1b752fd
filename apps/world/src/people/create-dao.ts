import { executeProposal } from '@app/contracts/calls.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { TransactionResult } from '@app/flow/read/chain.ts'
import type { Address } from '@app/values/address.ts'
import { FatalError } from '@app/values/errors.ts'
import type { Chain } from '../create-chain.ts'

/**
 * The account of the DAO and its private keys, by key index; each has half of the required weight.
 */
export interface DaoAccount {
  address: Address
  privateKeysHex: readonly string[]
}

/** A client of the DAO's account, which executes decisions of the community. */
export interface Dao {
  address: Address
  /** Executes an approved proposal, signed by the keys of these indexes; the first proposes the transaction. */
  execute(id: bigint, keyIndexes: readonly [number, ...number[]]): Promise<TransactionResult>
}

export function createDaoClient(chain: Chain, { address, privateKeysHex }: DaoAccount): Dao {
  const createKeySigner = (keyIndex: number) => {
    const privateKeyHex = privateKeysHex[keyIndex]
    if (privateKeyHex === undefined) throw new FatalError(`The DAO has no key ${keyIndex}`)
    return createSigner({ address, keyIndex, privateKeyHex })
  }
  return {
    address,
    execute: (id, [first, ...others]) =>
      chain.submitUntilSealed({
        call: executeProposal({ id }),
        signers: [createKeySigner(first), ...others.map(createKeySigner)],
      }),
  }
}
