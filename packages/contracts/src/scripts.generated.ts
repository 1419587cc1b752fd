// Made by `npm run generate` from the .cdc files: change those, not this.
import { arg } from '@app/flow/decode/cadence-arg.ts'
import type { Address } from '@app/values/address.ts'
import type { CadenceCall } from './cadence-call.ts'

/**
 * The ids of the NFTs that an account shows at a public path, none when there is no collection.
 * Source: scripts/nfts/get_ids.cdc
 */
export const getIds = (args: { address: Address; collection: string }): CadenceCall => ({
  name: 'nfts/get_ids',
  cadence: `import "NonFungibleToken"

/// The ids of the NFTs that an account shows at a public path, none when there is no collection.
access(all) fun main(address: Address, collection: PublicPath): [UInt64] {
    return getAccount(address).capabilities
        .borrow<&{NonFungibleToken.CollectionPublic}>(collection)?.getIDs() ?? []
}
`,
  args: [arg.address(args.address), arg.path('public', args.collection)],
})

/**
 * The balance that an account shows at a public path, 0.0 when there is none.
 * Source: scripts/tokens/get_balance.cdc
 */
export const getBalance = (args: { address: Address; vault: string }): CadenceCall => ({
  name: 'tokens/get_balance',
  cadence: `import "FungibleToken"

/// The balance that an account shows at a public path, 0.0 when there is none.
access(all) fun main(address: Address, vault: PublicPath): UFix64 {
    return getAccount(address).capabilities.borrow<&{FungibleToken.Balance}>(vault)?.balance ?? 0.0
}
`,
  args: [arg.address(args.address), arg.path('public', args.vault)],
})
