import { appointFlagger, claimFlagger, executeProposal, flagWallet } from '@app/contracts/calls.ts'
import { hashReason } from '@app/contracts/hash-reason.ts'
import { resolveImports } from '@app/contracts/resolve-imports.ts'
import { createSigner } from '@app/flow/keys/create-signer.ts'
import type { Address } from '@app/values/address.ts'
import type { DaoChain } from '../cosigner/testing/open-dao-chain.ts'

/** Accuses wallets on the chain. */
interface Accuser {
  /** Flags a wallet, by the account of the contracts. */
  flag(address: Address, caseId: string): Promise<void>
  /** Freezes a wallet by a vote, which takes a day, or renews its freeze; returns the number of the proposal. */
  freeze(address: Address): Promise<number>
}

/** Makes the account of the contracts a flagger. */
export async function createAccuser(chain: DaoChain): Promise<Accuser> {
  const { service, dao, runCall } = chain
  await runCall(appointFlagger({ flagger: service.address }), service)
  await runCall(claimFlagger({ provider: service.address }), service)
  const keys = dao.privateKeysHex.map((privateKeyHex, keyIndex) =>
    createSigner({ address: dao.address, keyIndex, privateKeyHex }),
  )
  return {
    flag: async (address, caseId) => {
      const reason = { reasonCode: 'behaviour', reasonHash: hashReason('It swept wallets') }
      await runCall(flagWallet({ address, caseId, ...reason }), service)
    },
    freeze: async (address) => {
      const id = await chain.approve([true, true, true], address)
      const { cadence, args } = executeProposal({ id })
      const call = { cadence: resolveImports(cadence, 'local'), args }
      const [proposer, other] = [keys[0]!, keys[1]!]
      const { error } = await chain.run({ ...call, proposer, authorizers: [proposer, other] })
      if (error !== null) throw new Error(`the freeze failed: ${error.text}`)
      return id
    },
  }
}
