import "FungibleToken"

/// The balance that an account shows at a public path, 0.0 when there is none.
access(all) fun main(address: Address, vault: PublicPath): UFix64 {
    return getAccount(address).capabilities.borrow<&{FungibleToken.Balance}>(vault)?.balance ?? 0.0
}
